import { createLog, outputByTurn } from '../../src/log';

/** A process that logs, and ends in one turn of the event loop: HOW. */
const ends: Record<string, () => void> = {
  throw: () => {
    throw new Error('nobody catches this');
  },
  reject: () => void Promise.reject(new Error('nobody catches this')),
  exit: () => process.exit(3),
  killed: () => {
    log.error('the last');
    process.kill(process.pid, 'SIGKILL');
  },
  killedLater: () => {
    // After the end of the turn in which the lines were written.
    setImmediate(() => setImmediate(() => process.kill(process.pid, 'SIGKILL')));
    setInterval(() => {}, 1_000);
  },
};

const log = createLog('info', outputByTurn());
setTimeout(() => {
  for (let i = 0; i < 100; i++) log.info({ i }, 'request');
  ends[process.argv[2]]();
}, 1);
