import { type LocalTask, Schedule, type ScheduledJob } from '../../src/queue/schedule';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from '../helpers/clock';
import { eventually } from '../helpers/eventually';
import { NO_LOG } from '../helpers/log';

let storage: Storage;
beforeEach(async () => {
  storage = await openStorage(':memory:');
});
afterEach(() => storage.close());

const JOB = 'stale-markets';

/** The times at which a job runs while the clock goes through the given instants. */
async function runsAt(pattern: string, start: string, instants: readonly string[]): Promise<string[]> {
  const clock = fixedClock(start);
  const runs: string[] = [];
  storage.queue.work(JOB, async () => void runs.push(clock.now().toISOString()));
  const schedule = new Schedule([{ queue: JOB, pattern }], storage.queue, clock, NO_LOG);
  await schedule.tick();
  for (const instant of instants) {
    clock.set(instant);
    await schedule.tick();
  }
  await schedule.stop();
  return runs;
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

test('a job that was due earlier today runs once at the start; one that was due yesterday does not', async () => {
  expect(await runsAt('0 10 * * 1-5', '2025-01-06T20:30:00Z', ['2025-01-06T20:31:00Z'])).toEqual([
    '2025-01-06T20:30:00.000Z',
  ]);
  expect(await runsAt('0 10 * * 1-5', '2025-01-07T14:59:00Z', [])).toEqual([]);
});

test('after a night asleep, a job missed on the day before does not run', async () => {
  expect(await runsAt('0 10 * * *', '2025-01-06T14:00:00Z', ['2025-01-07T08:00:00Z', '2025-01-07T15:00:00Z'])).toEqual([
    '2025-01-07T15:00:00.000Z',
  ]);
});

test('a clock that skips several times runs the job once; one set back starts again from there', async () => {
  const leaps = ['2025-01-10T15:00:00Z', '2025-01-08T12:00:00Z', '2025-01-08T15:00:00Z'];
  expect(await runsAt('0 10 * * *', '2025-01-06T14:00:00Z', leaps)).toEqual([
    '2025-01-10T15:00:00.000Z',
    '2025-01-08T15:00:00.000Z',
  ]);
});

test('if several processes reach a time, one runs the job', async () => {
  const clock = fixedClock('2025-01-06T15:00:00Z');
  let runs = 0;
  storage.queue.work(JOB, async () => void runs++);
  const item: ScheduledJob = { queue: JOB, pattern: '0 10 * * *' };
  const schedules = Array.from({ length: 3 }, () => new Schedule([item], storage.queue, clock, NO_LOG));
  for (const schedule of schedules) await schedule.tick();
  expect(runs).toBe(1);
});

test('a task that fails is logged, does not stop the others, and is tried again', async () => {
  const clock = fixedClock('2025-01-06T15:00:00Z');
  const logged: object[] = [];
  const log = { ...NO_LOG, error: (fields: object) => void logged.push(fields) };
  let tries = 0;
  const failing: LocalTask = {
    id: 'failing',
    pattern: '* * * * *',
    run: async () => {
      tries += 1;
      if (tries === 1) throw new Error('no prices');
    },
  };
  let runs = 0;
  storage.queue.work(JOB, async () => void runs++);
  const schedule = new Schedule([failing, { queue: JOB, pattern: '* * * * *' }], storage.queue, clock, log);
  await schedule.tick();
  await schedule.tick();
  await schedule.tick();
  expect([tries, runs]).toEqual([2, 1]);
  expect(logged).toEqual([{ job: 'failing', err: expect.objectContaining({ message: 'no prices' }) }]);
});

test('a started schedule runs tasks by itself; a stopped one runs none', async () => {
  const clock = fixedClock('2025-01-06T15:00:00Z');
  let looks = 0;
  const look: LocalTask = { id: 'look', pattern: '* * * * *', run: async () => void looks++ };
  const schedule = new Schedule([look], storage.queue, clock, NO_LOG);
  schedule.start();
  await eventually(async () => looks === 1);
  await schedule.stop();
  clock.set('2025-01-06T15:01:00Z');
  await schedule.tick();
  expect(looks).toBe(1);
});
