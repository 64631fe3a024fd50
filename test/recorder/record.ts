import './globals';
import { parseArgs } from 'node:util';
import { serveFrom } from '../helpers/app';
import { describeWithPostgres } from '../helpers/postgres';
import { isSuccess } from './exchange';
import { runBeginnings, runEndings } from './globals';
import { operations } from './project';
import { type Recorded, writeRecording } from './recording';
import { type Prices, recordOver } from './scenes';

/**
 * Records the answers of the service, with status, headers and body, over sandbox and real prices: to requests for screens,
 * to the contract's examples, and to random requests of every operation by every kind of caller. A recording made before
 * a change is compared with one made after it:
 *
 *     npx tsx test/recorder/record.ts /tmp/before.jsonl.gz
 *     npx tsx test/recorder/record.ts /tmp/after.jsonl.gz
 *     npx tsx test/recorder/compare.ts /tmp/before.jsonl.gz /tmp/after.jsonl.gz
 *
 * `--database postgres` uses PostgreSQL (TEST_DATABASE_URL names the server), `--prices sandbox` leaves real prices
 * out. The pages must be built. Requests go over a socket, one after the other, with a clock that stands still between
 * them, so that two recordings of one tree are equal. Random and secret texts are replaced by the place where they were seen
 * first (normalise.ts). Recordings contain real prices, so they are not part of the repository.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      database: { type: 'string', default: 'sqlite' },
      prices: { type: 'string', default: 'both' },
    },
  });
  const [path] = positionals;
  const isKnown = /^(sqlite|postgres)$/.test(values.database) && /^(sandbox|real|both)$/.test(values.prices);
  if (path === undefined || !isKnown) {
    throw new Error('usage: record.ts OUT.jsonl.gz [--database sqlite|postgres] [--prices sandbox|real|both]');
  }
  const began = performance.now();
  if (values.database === 'postgres') describeWithPostgres('', ({ fresh }) => serveFrom(fresh));
  await runBeginnings();
  try {
    const all = values.prices === 'both' ? (['sandbox', 'real'] as const) : [values.prices as Prices];
    const entries = [];
    for (const prices of all) entries.push(...(await recordOver(prices)));
    writeRecording(path, entries);
    console.log(summaryOf(entries));
    console.log(`${entries.length} requests in ${Math.round((performance.now() - began) / 1000)} s: ${path}`);
  } finally {
    await runEndings();
  }
}

/** Counts by status, and the operations that never succeeded. */
function summaryOf(entries: readonly Recorded[]): string {
  const counts = new Map<number, number>();
  for (const { status } of entries) counts.set(status, (counts.get(status) ?? 0) + 1);
  const answered = new Set(entries.filter(isSuccess).map(({ operation }) => operation));
  const never = operations.map(({ id }) => id).filter((id) => !answered.has(id));
  const byStatus = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  return `by status: ${byStatus.join(', ')}\nwithout success: ${never.join(', ') || 'none'}`;
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
