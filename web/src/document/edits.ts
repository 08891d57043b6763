// edits.ts: every gesture as a change of the text: the one door to the folder edits/. Each takes a
// Draft and gives an Outcome; nothing else is changed.
export { addLink, addRail, addSlider, emptyText } from './edits/links';
export { addPoint, groundPoint, joinPoint, pinBodies } from './edits/points';
export { toggleJoint } from './edits/toggle';
export { movePoints, setDimension } from './edits/shape';
export { writePoses } from './edits/writing/places';
export { asSeen, placed, samePoses } from './edits/seen';
export { align, moveBodies } from './edits/arrange';
export { remove } from './edits/remove';
export { rename } from './edits/rename';
export { copy, paste } from './edits/clip';
export { setColor, setDensity, setGravity, setGround, setHidden, setLocked, setProperty } from './edits/properties';
export { addMonitor, addMotor, removeMonitor, removeMotor, setMotor, setOnBreak, setTrace } from './edits/motors';
export { addBelt, addDamper, addGear, addRod, addSpring } from './edits/wheels/couplings';
export { gearPlan, gearText, LEAST_TEETH, setModule, setTeeth } from './edits/wheels/gears';
export { addBody, addCam, addRack, addWheel } from './edits/wheels/machines';
export { Numbers } from './edits/writing/numbers';
export { redraw } from './edits/writing/pen';
