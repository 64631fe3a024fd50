/** What the module exports. */
export { longsReach, shortsReach } from './best';
export { measureDrift } from './drift';
export { strongest, useWindows } from './rotations';
export { nextEntry, screen } from './screen';
export { usePlan, useSymbol } from './state';
