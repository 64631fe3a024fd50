import { ExportStore } from '../../src/storage/exports';
import { startReplica } from './composedReplica';
import { say } from './say';

/**
 * A replica that makes an export and comes to no end: DATABASE INSTANT POINT, the point being what it does last (`tell`,
 * `write`), or `finish`, which it does not come to. Says `at work` once it is there.
 */
const [url, instant, point] = process.argv.slice(2);

function stay(): Promise<never> {
  say('at work');
  return new Promise(() => setInterval(() => {}, 1_000));
}

const { tell, write, finish } = ExportStore.prototype;
ExportStore.prototype.tell = async function (...told) {
  const isHeld = await tell.apply(this, told);
  return point === 'tell' ? stay() : isHeld;
};
ExportStore.prototype.write = async function (...written) {
  const isHeld = await write.apply(this, written);
  return point === 'write' ? stay() : isHeld;
};
ExportStore.prototype.finish = async function (...end) {
  return point === 'finish' ? stay() : finish.apply(this, end);
};

async function main(): Promise<void> {
  const { service } = await startReplica(url, instant, { luck: { rotations: 19, mode: 'background' } });
  await service.warm();
  await service.exports.job().run();
}

void main();
