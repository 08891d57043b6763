/* trammel.h: the whole public interface. Programs include this file and nothing else. */
#ifndef TRAMMEL_TRAMMEL_H
#define TRAMMEL_TRAMMEL_H

#include "trammel/analyse.h"
#include "trammel/base.h"
#include "trammel/define.h"
#include "trammel/report.h"

#endif
