/** What the module exports. */
export { strongest } from './rotations';
