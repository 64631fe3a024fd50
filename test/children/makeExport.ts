import { ExportStore } from '../../src/storage/exports';
import { fixedClock } from '../helpers/clock';
import { composeService } from '../helpers/service';
import { linesFromParent, say } from './protocol';

/**
 * A replica that makes an export and stops at a point: DATABASE INSTANT POINT. The point is a completed step (`tell`,
 * `write`), or `finish` before it begins. Prints `at work` there, and continues at the next line. Prints `over` once it has
 * no work left.
 */
const [url, instant, point] = process.argv.slice(2);
const lines = linesFromParent();

let stopped = false;
async function stopHere(): Promise<void> {
  if (stopped) return;
  stopped = true;
  say('at work');
  await lines.next();
}

const { saveProgress: tell, write, finish } = ExportStore.prototype;
ExportStore.prototype.saveProgress = async function (...progress) {
  const isLast = await tell.apply(this, progress);
  if (point === 'tell') await stopHere();
  return isLast;
};
ExportStore.prototype.write = async function (...written) {
  const isLast = await write.apply(this, written);
  if (point === 'write') await stopHere();
  return isLast;
};
ExportStore.prototype.finish = async function (...end) {
  if (point === 'finish') await stopHere();
  return finish.apply(this, end);
};

async function main(): Promise<void> {
  const { service } = await composeService(url, fixedClock(instant), {
    nullDistributions: { rotations: 19, mode: 'background' },
  });
  await service.warm();
  await service.queue.start(() => {});
  while (!stopped) await new Promise((resolve) => setTimeout(resolve, 20));
  await service.queue.settled();
  say('over');
}

void main();
