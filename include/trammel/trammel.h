/* trammel.h: the whole public interface. Programs include this file and nothing else. */
#ifndef TRAMMEL_TRAMMEL_H
#define TRAMMEL_TRAMMEL_H

#include "trammel/animate.h"
#include "trammel/base.h"
#include "trammel/document.h"
#include "trammel/hinge.h"
#include "trammel/live.h"
#include "trammel/mechanism.h"
#include "trammel/model.h"
#include "trammel/motion.h"
#include "trammel/recording.h"
#include "trammel/report.h"
#include "trammel/report_list.h"
#include "trammel/scene.h"
#include "trammel/shape.h"
#include "trammel/show.h"
#include "trammel/simulate.h"
#include "trammel/sketch.h"
#include "trammel/space.h"

#endif
