/**
 * Loaded into a server that is measured (`node --require`): how long its main thread computes without a look at its timers,
 * in milliseconds of the processor. Other processes on the machine lengthen every wait, and leave this as it is. Linux only.
 */
const { openSync, readSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const into = process.env.BENCH_HOLDS;

if (isMainThread && into !== undefined && process.platform === 'linux') {
  // The first number is the time on a processor, in nanoseconds.
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(64);
  const computed = () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
  let before = computed();
  let longest = 0;
  setInterval(() => {
    const now = computed();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
  // Asked for the longest since it was asked last.
  process.on('SIGUSR2', () => {
    writeFileSync(into, `${longest}`);
    longest = 0;
  });
}
