import { moveStorage } from '../../src/storage/move';
import { say, standStill } from './protocol';

/** Moves a database: FROM TO STEP. Blocks at `moving` when it reaches that step, and prints `moved` at the end. */
const [from, to, step] = process.argv.slice(2);

void moveStorage(from, to, (_, label) => {
  if (label.startsWith(step)) standStill('moving');
}).then(() => say('moved'));
