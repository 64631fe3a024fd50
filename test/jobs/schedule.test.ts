import { fixedClock } from '../../src/clock';
import { type Job, Schedule } from '../../src/jobs/schedule';
import { OWN_WORK } from '../../src/storage/work';
import { NO_LOG } from '../helpers/log';

interface Logged {
  readonly level: 'info' | 'error';
  readonly job?: string;
}

function scheduled(now: string, ...jobs: Job[]) {
  const clock = fixedClock(now);
  const logged: Logged[] = [];
  const log = {
    ...NO_LOG,
    info: (fields: object) => void logged.push({ level: 'info', ...fields }),
    error: (fields: object) => void logged.push({ level: 'error', ...fields }),
  };
  return { clock, logged, schedule: new Schedule(jobs, OWN_WORK, clock, log) };
}

/** A job that notes when it ran. */
function counted(pattern: string, clock: () => Date): Job & { readonly runs: string[] } {
  const runs: string[] = [];
  return {
    id: 'counted',
    pattern,
    once: false,
    runs,
    run: async () => {
      runs.push(clock().toISOString());
      return null;
    },
  };
}

/** When a job runs while the clock goes through the instants given. */
async function runsAt(pattern: string, start: string, instants: readonly string[]): Promise<string[]> {
  let now = () => new Date(start);
  const job = counted(pattern, () => now());
  const { clock, schedule } = scheduled(start, job);
  now = () => clock.now();
  await schedule.tick();
  for (const instant of instants) {
    clock.set(instant);
    await schedule.tick();
  }
  await schedule.stop();
  return job.runs;
}

const everyMinute = (from: string, minutes: number) =>
  Array.from({ length: minutes }, (_, i) => new Date(Date.parse(from) + 60_000 * (i + 1)).toISOString());

test.each([
  ['winter', '2025-01-06T14:00:00Z', ['2025-01-06T15:00:00.000Z']],
  ['summer', '2025-07-07T13:00:00Z', ['2025-07-07T14:00:00.000Z']],
  ['the Friday before clocks go forward', '2025-03-07T14:00:00Z', ['2025-03-07T15:00:00.000Z']],
  ['the Monday after', '2025-03-10T13:00:00Z', ['2025-03-10T14:00:00.000Z']],
  ['the Monday after clocks go back', '2025-11-03T14:00:00Z', ['2025-11-03T15:00:00.000Z']],
  ['a Saturday', '2025-01-04T14:00:00Z', []],
])('10:00 in New York, %s', async (_, start, want) => {
  expect(await runsAt('0 10 * * 1-5', start, everyMinute(start, 180))).toEqual(want);
});

test('what was due earlier today is done at the start, once; what was due yesterday is not', async () => {
  expect(await runsAt('0 10 * * 1-5', '2025-01-06T20:30:00Z', ['2025-01-06T20:31:00Z'])).toEqual([
    '2025-01-06T20:30:00.000Z',
  ]);
  expect(await runsAt('0 10 * * 1-5', '2025-01-07T14:59:00Z', [])).toEqual([]);
});

test('a night slept through makes up for nothing of the day before', async () => {
  expect(await runsAt('0 10 * * *', '2025-01-06T14:00:00Z', ['2025-01-07T08:00:00Z', '2025-01-07T15:00:00Z'])).toEqual([
    '2025-01-07T15:00:00.000Z',
  ]);
});

test('a clock that leaps over several times runs once; one that is set back begins anew from there', async () => {
  const leaps = ['2025-01-10T15:00:00Z', '2025-01-08T12:00:00Z', '2025-01-08T15:00:00Z'];
  expect(await runsAt('0 10 * * *', '2025-01-06T14:00:00Z', leaps)).toEqual([
    '2025-01-10T15:00:00.000Z',
    '2025-01-08T15:00:00.000Z',
  ]);
});

test('a job that fails is logged by its id, keeps no other from running, and is tried at its next time', async () => {
  let tries = 0;
  const failing: Job = {
    id: 'failing',
    pattern: '* * * * *',
    once: false,
    run: async () => {
      tries += 1;
      throw new Error('no prices');
    },
  };
  const working: Job = { id: 'working', pattern: '* * * * *', once: true, run: async () => ({ did: 1 }) };
  const { clock, logged, schedule } = scheduled('2025-01-06T15:00:00Z', failing, working);
  await schedule.tick();
  clock.set('2025-01-06T15:01:00Z');
  await schedule.tick();
  expect(tries).toBe(2);
  const each = [
    { level: 'error', job: 'failing', err: expect.objectContaining({ message: 'no prices' }) },
    { level: 'info', job: 'working', did: 1 },
  ];
  expect(logged).toEqual([...each, ...each]);
});

test('jobs never overlap, and stop waits for the one under way', async () => {
  const events: string[] = [];
  const slow = (id: string): Job => ({
    id,
    pattern: '* * * * *',
    once: false,
    run: async () => {
      events.push(`${id} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${id} ends`);
      return null;
    },
  });
  const { schedule } = scheduled('2025-01-06T15:00:00Z', slow('a'), slow('b'));
  const ticks = [schedule.tick(), schedule.tick(), schedule.tick()];
  await Promise.all(ticks);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  await schedule.stop();
});

test('started, it looks at the clock by itself; stopped, it runs nothing more', async () => {
  const clock = { now: () => new Date('2025-01-06T15:00:00Z') };
  const job = counted('* * * * *', clock.now);
  const { schedule } = scheduled('2025-01-06T15:00:00Z', job);
  schedule.start();
  await schedule.tick();
  await schedule.stop();
  expect(job.runs).toEqual(['2025-01-06T15:00:00.000Z']);
  await schedule.tick();
  expect(job.runs).toHaveLength(1);
});
