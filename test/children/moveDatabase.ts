import { moveStorage } from '../../src/storage/move';
import { say, standStill } from './protocol';

/** Moves a database: FROM TO STEP. Stands still at `moving` when it comes to that step, and says `moved` at the end. */
const [from, to, step] = process.argv.slice(2);

void moveStorage(from, to, (_, label) => {
  if (label.startsWith(step)) standStill('moving');
}).then(() => say('moved'));
