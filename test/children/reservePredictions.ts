import { meteringOf } from '../../src/access/limits';
import { openStorage } from '../../src/storage/open';
import { callerOn } from '../helpers/access';
import { NO_LOG } from '../helpers/log';
import { stillAt } from '../helpers/moment';
import { standStill } from './protocol';

/** Reserves predictions and never answers: DATABASE RESERVED COMMITTED. Blocks at `reserved`. */
const [file, reserved, committed] = process.argv.slice(2);

async function main(): Promise<void> {
  const moment = () => stillAt('2024-12-20T15:00:00Z');
  const { mlAllowance } = meteringOf(await openStorage(file), { moment, log: NO_LOG });
  const caller = callerOn('free');
  const delivered = await mlAllowance.reserve(caller, items('delivered', committed));
  await mlAllowance.commit(delivered, [...delivered.granted]);
  await mlAllowance.reserve(caller, items('held', reserved));
  standStill('reserved');
}

function items(name: string, count: string): string[] {
  return Array.from({ length: Number(count) }, (_, i) => `${name} ${i}`);
}

void main();
