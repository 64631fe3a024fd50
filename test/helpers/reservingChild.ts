import { writeSync } from 'node:fs';
import { meteringOf } from '../../src/access/limits';
import { openStorage } from '../../src/storage/open';
import { callerOn } from './access';
import { NO_LOG } from './log';
import { stillAt } from './moment';

/** Reserves predictions and never answers: DATABASE RESERVED COMMITTED. Says `reserved` and waits to be killed. */
const [file, reserved, committed] = process.argv.slice(2);

async function main(): Promise<void> {
  const moment = () => stillAt('2024-12-20T15:00:00Z');
  const { mlAllowance } = meteringOf(await openStorage(file), { moment, log: NO_LOG });
  const caller = callerOn('free');
  const delivered = await mlAllowance.reserve(caller, items('delivered', committed));
  await mlAllowance.commit(delivered, [...delivered.granted]);
  await mlAllowance.reserve(caller, items('held', reserved));
  writeSync(1, 'reserved\n');
  setInterval(() => {}, 1000);
}

function items(name: string, count: string): string[] {
  return Array.from({ length: Number(count) }, (_, i) => `${name} ${i}`);
}

void main();
