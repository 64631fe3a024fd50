/** What the module exports. */
export { longsReach, shortsReach } from './best';
export { roundReturns } from './rotationScreen';
export { findSpans, strongest } from './rotations';
export { nextEntry, screen } from './screen';
export { usePlan, useSymbol } from './state';
