import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import { toIso } from '../core/calendar/dates';
import { canonicalTicker, tickerKey } from '../core/calendar/ticker';
import { trackedPicks } from '../core/record/trackRecord';
import type { Bars } from '../core/window/bars';
import { mergeBars } from '../ingest/merge';
import { loadMarkets } from '../seeds';
import { feedName } from '../services/operator/feedAdmin';
import { gapLimitOf } from '../services/operator/priceSurvey';
import type { FeedStore } from '../storage/feeds';
import type { RecordStore } from '../storage/ledger';
import type { PriceChanges } from '../storage/priceChanges';
import type { PriceRun } from '../storage/priceHistory';
import type { PriceStore } from '../storage/prices';
import type { SeriesMeta } from '../storage/storedSeries';
import { notATicker, type StoredSymbol, StoredSymbols } from './storedSymbols';

export interface ChangeDeps {
  readonly prices: PriceStore;
  readonly records: RecordStore;
  readonly feeds: FeedStore;
  readonly clock: Clock;
  /** Asks the user to confirm; absent in a non-interactive run. */
  ask?(question: string): Promise<boolean>;
}

export interface ChangeOptions {
  /** Writes nothing and reports what would be done. */
  readonly dryRun?: boolean;
  /** Skips the confirmation. */
  readonly yes?: boolean;
}

/** Lines for the user: what was done or would be. */
export type ChangeReport = readonly string[];

/**
 * Removes symbols with their prices and memberships. `perennial undo` restores them until the next import or change of symbols.
 *
 * @throws Error if one is unknown or simulated, or the user does not confirm
 */
export async function removeSymbols(
  deps: ChangeDeps,
  tickers: readonly string[],
  options: ChangeOptions,
): Promise<ChangeReport> {
  const stored = new StoredSymbols(await deps.prices.index());
  const byId = new Map(tickers.map((ticker) => stored.get(ticker)).map((symbol) => [symbol.id, symbol]));
  const symbols = [...byId.values()];
  for (const symbol of symbols) requireReal(symbol);
  const open = await openPicks(deps, symbols);
  const fed = await feedsOf(deps, symbols);
  const lines = [
    ...symbols.map((symbol) => `  ${symbol.symbol}: ${describe(symbol)}`),
    ...fed.map(
      ({ ticker, feed }) => `  ${ticker} is also removed from the feed ${feed}; an undo does not restore it there`,
    ),
  ];
  const warnings = open.map((symbol) => `  a pick of the record on ${symbol} is still open, and would never be scored`);
  if (options.dryRun) return ['would be removed:', ...lines, ...warnings];
  await consent(deps, options, 'Remove', [...lines, ...warnings]);
  const run = runOf(deps, 'remove', symbols.map(({ symbol }) => symbol).join(', '));
  await deps.prices.write(run, async (changes) => {
    for (const { symbol } of symbols) await changes.saveForUndo(symbol);
    for (const { id } of symbols) await changes.remove(id);
  });
  return ['removed:', ...lines, UNDO];
}

const UNDO = 'npm run undo takes it back, until the next import or change of symbols';

export interface RenameOptions extends ChangeOptions {
  /** Symbol whose prices are kept if those of both conflict. */
  readonly keep?: 'old' | 'new';
}

/**
 * Renames a symbol, which keeps its prices and markets. The old ticker remains an alias in requests and in picks of the record.
 * If the new ticker belongs to a symbol already, the two are merged, and their prices are merged as in an import.
 *
 * @throws Error if there is nothing to rename, the prices conflict, or the user does not confirm
 */
export async function renameSymbol(
  deps: ChangeDeps,
  from: string,
  to: string,
  options: RenameOptions,
): Promise<ChangeReport> {
  const stored = new StoredSymbols(await deps.prices.index());
  const symbol = stored.get(from);
  requireReal(symbol);
  const ticker = canonicalTicker(to);
  if (ticker === null) throw new Error(notATicker(to));
  if (ticker === symbol.symbol) throw new Error(`${ticker} is its ticker already`);
  const named = stored.find(ticker);
  const other = named?.id === symbol.id ? undefined : named;
  if (other) requireReal(other);
  const joined = other && (await joinedPrices(deps.prices, symbol, other, options.keep));
  const lines = [
    `  ${symbol.symbol}, ${describe(symbol)}, becomes ${ticker}; ${symbol.symbol} still refers to it`,
    ...(other ? [`  ${ticker} is there already, ${describe(other)}: both become one`] : []),
    ...(joined ? [`  ${joined.note}`] : []),
    ...(await feedsOf(deps, [symbol])).map(
      ({ feed, spelling }) =>
        `  the feed ${feed} continues with ${ticker}${spelling === null ? '' : `, requested as '${spelling}'`}`,
    ),
  ];
  if (options.dryRun) return ['would be renamed:', ...lines];
  // A symbol without prices has nothing to lose, so no confirmation is needed.
  if (other?.series) await consent(deps, options, 'Rename', lines);
  const run = runOf(deps, 'rename', `${symbol.symbol} to ${ticker}`);
  await deps.prices.write(run, async (changes) => {
    await changes.saveForUndo(symbol.symbol);
    if (other) await changes.saveForUndo(other.symbol);
    if (joined) await storeJoined(changes, symbol, joined, run);
    await changes.rename(symbol.id, ticker);
  });
  return ['renamed:', ...lines, UNDO];
}

/** Calendar days between the prices of symbols without a market. */
const GAP_LIMIT_WITHOUT_MARKET = 10;

interface Joined {
  /** Null if the prices of the renamed symbol do not change. */
  readonly series: { readonly bars: Bars; readonly source: string } | null;
  /** For the report. */
  readonly note: string;
}

/** Merges the prices of two symbols; undefined if the other has none. @throws Error if they conflict or are damaged */
async function joinedPrices(
  prices: PriceStore,
  symbol: StoredSymbol,
  other: StoredSymbol,
  keep: RenameOptions['keep'],
): Promise<Joined | undefined> {
  if (!other.series) return undefined;
  const read = await prices.read([symbol.id, other.id]);
  const bars = read.get(other.id);
  const current = read.get(symbol.id);
  for (const damaged of [current, bars]) {
    if (damaged instanceof Error) throw new Error(`${damaged.message}: import its prices again first`);
  }
  const incoming = bars as Bars;
  const { source } = other.series;
  const kept = (whose: StoredSymbol) => `the prices of ${whose.symbol} are kept, the others are lost`;
  if (keep === 'old' && current) return { series: null, note: kept(symbol) };
  if (keep === 'new') return { series: { bars: incoming, source }, note: kept(other) };
  const markets = [...symbol.markets, ...other.markets];
  const gapLimit = gapLimitOf({ markets }, loadMarkets()) ?? GAP_LIMIT_WITHOUT_MARKET;
  const merge = mergeBars((current as Bars | undefined) ?? null, incoming, { gapLimit });
  if (merge.action === 'conflict') {
    throw new Error(
      `the prices of ${symbol.symbol} and ${other.symbol} do not fit together: ${merge.reason}; say which to keep: ` +
        `--keep old those of ${symbol.symbol}, --keep new those of ${other.symbol}`,
    );
  }
  const count = merge.bars.day.length;
  const note = `their prices are joined: ${count} bars${merge.detail === '' ? '' : ` (${merge.detail})`}`;
  return { series: merge.action === 'unchanged' ? null : { bars: merge.bars, source }, note };
}

async function storeJoined(changes: PriceChanges, { id }: StoredSymbol, { series }: Joined, { at }: PriceRun) {
  if (series === null) return;
  const meta: SeriesMeta = { source: series.source, importedAt: at, simulated: false };
  await changes.replace(id, series.bars, meta);
}

function runOf({ clock }: ChangeDeps, kind: 'remove' | 'rename', label: string): PriceRun {
  return { id: randomUUID(), kind, at: clock.now(), marketId: null, label };
}

/** @throws Error for a symbol of the sandbox, which would generate it again */
function requireReal({ symbol, series }: StoredSymbol): void {
  if (series?.simulated) {
    throw new Error(
      `${symbol} belongs to the sandbox, which would generate it again; importing real prices removes the sandbox`,
    );
  }
}

function describe({ name, symbol, markets, series }: StoredSymbol): string {
  const called = name === symbol ? [] : [name];
  const where =
    markets.length === 0 ? 'in no market' : `in ${markets.length === 1 ? 'market' : 'markets'} ${markets.join(', ')}`;
  const prices = series
    ? `${series.rows} bars ${toIso(series.firstDay)}..${toIso(series.lastDay)} (${series.source})`
    : 'without prices';
  return [...called, where, prices].join(', ');
}

/** The feeds that have any of the symbols. */
async function feedsOf(
  { feeds }: ChangeDeps,
  symbols: readonly StoredSymbol[],
): Promise<readonly { readonly ticker: string; readonly spelling: string | null; readonly feed: string }[]> {
  const keys = new Set(symbols.map(({ symbol }) => tickerKey(symbol)));
  const byFeed = await Promise.all(
    (await feeds.all()).map(async (feed) => {
      const matching = (await feeds.symbols(feed.id)).filter(({ ticker }) => keys.has(tickerKey(ticker)));
      return matching.map(({ ticker, spelling }) => ({ ticker, spelling, feed: feedName(feed) }));
    }),
  );
  return byFeed.flat();
}

/** Those of the symbols that have an open pick in the record. */
async function openPicks({ records }: ChangeDeps, symbols: readonly StoredSymbol[]): Promise<string[]> {
  const names = new Set(symbols.flatMap(({ symbol, formerly }) => [symbol, ...formerly.map(({ ticker }) => ticker)]));
  const open = trackedPicks(await records.all(), false).filter(({ outcome }) => outcome === null);
  return [...new Set(open.map(({ pick }) => pick.symbol))].filter((symbol) => names.has(symbol));
}

/** Asks for confirmation. @throws Error if it is refused, or required in a non-interactive run */
async function consent(
  { ask }: ChangeDeps,
  { yes }: ChangeOptions,
  what: 'Remove' | 'Rename',
  lines: readonly string[],
): Promise<void> {
  if (yes) return;
  const list = lines.join('\n');
  const done = what === 'Remove' ? 'removed' : 'renamed';
  if (!ask) {
    throw new Error(
      `nothing was ${done}; confirm it first:\n${list}\nrepeat it with --yes to do it, or with --dry-run to see it`,
    );
  }
  if (!(await ask(`${list}\n${what} anyway?`))) throw new Error(`nothing was ${done}`);
}
