/**
 * Loaded into a measured server (`node --require`): measures how long its main thread computes between two runs of a timer, in
 * milliseconds of processor time, which does not depend on the load of the machine. Linux only.
 */
const { openSync, readSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const file = process.env.BENCH_BLOCKS;

if (isMainThread && file !== undefined && process.platform === 'linux') {
  // The first number is the time on a processor, in nanoseconds.
  const schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(64);
  const computed = () =>
    Number(buffer.toString('latin1', 0, readSync(schedstat, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;
  let before = computed();
  let longest = 0;
  setInterval(() => {
    const now = computed();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
  // Writes the longest block since the last signal.
  process.on('SIGUSR2', () => {
    writeFileSync(file, `${longest}`);
    longest = 0;
  });
}
