import { ScanRunStore } from '../../src/storage/scanRuns';
import { fixedClock } from '../helpers/clock';
import { composeService } from '../helpers/service';
import { dataStandingStill, say, standStill } from './protocol';

/**
 * A replica that runs saved scans: DATABASE INSTANT POINT. It blocks once a result is `found`; while `writing` it, in the
 * transaction, after the run and before its events; or once it is `written`. Prints `ran` if it reaches none of these.
 */
const [url, instant, point] = process.argv.slice(2);

const { record } = ScanRunStore.prototype;
ScanRunStore.prototype.record = async function (scan, run, events, follow) {
  if (point === 'found') standStill(point);
  const isLast = (i: number) => point === 'writing' && i === events.length - 1;
  const standing = events.map((event, i) => (isLast(i) ? { ...event, data: dataStandingStill(point) } : event));
  const stored = await record.call(this, scan, run, standing, follow);
  if (point === 'written') standStill(point);
  return stored;
};

async function main(): Promise<void> {
  const { service } = await composeService(url, fixedClock(instant));
  await service.warm();
  await service.schedule.tick();
  await service.queue.send('due-saved-scans', {}, { key: 'due-saved-scans' });
  await service.queue.settled();
  say('ran');
}

void main();
