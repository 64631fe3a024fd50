import { createHash } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { buildColumns } from '../../../src/core/detection/columns';
import type { Loaded } from '../../../src/engine/snapshot';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { fixedClock } from '../../helpers/clock';
import { loadHere } from '../../helpers/engine';
import { enrol, RUN, storeBars } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';
import { tempFolder } from '../../helpers/tempFolder';

const MARKETS = loadMarkets();
/** So many that single changes cause small blocks to be joined. */
const TICKERS = Array.from({ length: 24 }, (_, i) => `S${i}`);

const folder = tempFolder();
let file: string;
let storage: Storage;
beforeEach(async () => {
  file = join(folder, `${Math.random()}.db`);
  storage = await openStorage(file);
});
afterEach(async () => {
  await storage.close();
});

/** The contents of a snapshot, independent of its memory layout and history. */
function contentsOf({ snapshot, indexed: known }: Loaded) {
  const { version, markets, symbols, unreadable, listed, former, ...rest } = snapshot;
  return {
    ...rest,
    known: [...known.values()].sort((a, b) => a.id - b.id),
    markets: [...markets.values()].map(({ version, symbols, sessions, ...market }) => ({
      ...market,
      sessions: Array.from(sessions),
      symbols: symbols.map(({ id }) => id),
    })),
    symbols: [...symbols.values()].map(({ columns, index, ...symbol }) => {
      const bytes = new Uint8Array(buildColumns([{ columns, index }]).buffer);
      return { ...symbol, columns: createHash('sha256').update(bytes).digest('hex') };
    }),
    unreadable: [...unreadable.values()].sort((a, b) => a.id - b.id),
    listed: [...listed].sort(([a], [b]) => (a < b ? -1 : 1)),
    former: [...former],
  };
}

const change = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'rename', 'enrol', 'leave', 'damage', 'day'),
  ticker: fc.constantFrom(...TICKERS),
  market: fc.constantFrom('0', '2', '16'),
  seed: fc.integer({ min: 1, max: 1_000 }),
  toYear: fc.integer({ min: 2021, max: 2024 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function make({ kind, ticker, market, seed, toYear }: Change, clock: ReturnType<typeof fixedClock>) {
  const { prices } = storage;
  const id = (await prices.find(ticker))?.id;
  if (kind === 'day') return clock.set(`2024-0${1 + (seed % 9)}-1${seed % 10}T23:30:00Z`);
  if (kind === 'enrol') return enrol(prices, market, ticker);
  if (id === undefined || kind === 'replace') {
    const bars = syntheticBars({ seed, fromYear: 2020, toYear, rough: seed % 2 === 0 });
    return storeBars(prices, { symbol: ticker, markets: [market] }, bars);
  }
  if (kind === 'remove') return prices.write(RUN, (changes) => changes.remove(id));
  if (kind === 'rename') return prices.write(RUN, (changes) => changes.rename(id, TICKERS[seed % TICKERS.length]));
  const other = new BetterSqlite3(file);
  if (kind === 'leave') other.prepare('DELETE FROM membership WHERE symbol_id = ? AND market_id = ?').run(id, market);
  else other.prepare("UPDATE price_column SET data = x'' WHERE symbol_id = ? AND column_set = 'close'").run(id);
  other.close();
}

test('property: after each change an updated snapshot equals a newly loaded one', async () => {
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const source = { prices: storage.prices, markets: MARKETS, clock };
  const sixty = fc.array(change, { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(sixty, async (changes) => {
      let loaded = await loadHere(source);
      for (const one of changes) {
        await make(one, clock);
        loaded = await loadHere(source, loaded);
        expect(contentsOf(loaded)).toEqual(contentsOf(await loadHere(source)));
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

test('the blocks of symbols that change one by one are joined again', async () => {
  const { prices } = storage;
  const source = { prices, markets: MARKETS, clock: fixedClock('2024-06-14T12:00:00Z') };
  const bars = (seed: number) => syntheticBars({ seed, fromYear: 2023, toYear: 2024 });
  const many = Array.from({ length: 90 }, (_, i) => `M${i}`);
  for (const [i, symbol] of many.entries()) await storeBars(prices, { symbol, markets: ['0'] }, bars(i));
  let loaded = await loadHere(source);
  for (const [i, symbol] of many.entries()) {
    await storeBars(prices, { symbol, markets: ['0'] }, bars(1_000 + i));
    loaded = await loadHere(source, loaded);
    const blocks = new Set([...loaded.snapshot.symbols.values()].map(({ columns }) => columns.buffer));
    expect(blocks.size).toBeLessThanOrEqual(20);
    const bytes = [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0);
    const alone = [...loaded.snapshot.symbols.values()].reduce(
      (sum, one) => sum + buildColumns([one]).buffer.byteLength,
      0,
    );
    expect(bytes).toBeLessThan(1.5 * alone);
  }
});
