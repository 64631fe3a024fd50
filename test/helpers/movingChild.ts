import { moveStorage } from '../../src/storage/move';
import { say } from './say';

/** Moves a database: FROM TO TABLE. Says `moving` and stands still at that table, so that it can be killed there. */
const [from, to, table] = process.argv.slice(2);

void moveStorage(from, to, (_, label) => {
  if (!label.startsWith(table)) return;
  say('moving');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}).then(() => say('moved'));
