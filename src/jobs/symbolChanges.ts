import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import { toIso } from '../core/calendar/dates';
import { canonicalTicker, tickerKey } from '../core/calendar/ticker';
import { trackedPicks } from '../core/record/trackRecord';
import type { Bars } from '../core/window/bars';
import { mergeBars } from '../ingest/merge';
import { loadMarkets } from '../seeds';
import type { FeedStore } from '../storage/feeds';
import type { RecordStore } from '../storage/ledger';
import type { PriceChanges } from '../storage/priceChanges';
import type { PriceRun } from '../storage/priceHistory';
import type { PriceStore, SeriesMeta } from '../storage/prices';
import { namedSymbol, type StoredSymbol, SymbolError, storedSymbol } from './storedSymbol';

export interface ChangeDeps {
  readonly prices: PriceStore;
  readonly records: RecordStore;
  readonly feeds: FeedStore;
  readonly clock: Clock;
  /** Asks the person who changes it; absent where nobody can be asked. */
  ask?(question: string): Promise<boolean>;
}

export interface ChangeOptions {
  /** Nothing is written: what would be done is told. */
  readonly dryRun?: boolean;
  /** What may not be meant is done without a question. */
  readonly yes?: boolean;
}

/** What was done, or would be, line by line, for a person. */
export type ChangeReport = readonly string[];

/**
 * Takes symbols away with their prices and memberships. History keeps what they were, and `perennial undo` brings them
 * back until something else is imported or changed.
 *
 * @throws SymbolError when one is unknown or the sandbox's, or it was not wanted
 */
export async function removeSymbols(
  deps: ChangeDeps,
  tickers: readonly string[],
  options: ChangeOptions,
): Promise<ChangeReport> {
  const index = await deps.prices.index();
  const found = new Map(tickers.map((ticker) => storedSymbol(index, ticker)).map((symbol) => [symbol.id, symbol]));
  const symbols = [...found.values()];
  for (const symbol of symbols) requireReal(symbol);
  const open = await openPicks(deps, symbols);
  const fed = await feedsOf(deps, symbols);
  const lines = [
    ...symbols.map((symbol) => `  ${symbol.symbol}: ${whatItIs(symbol)}`),
    ...fed.map(
      ({ ticker, feed }) => `  ${ticker} goes out of the feed ${feed} too, and an undo does not put it back there`,
    ),
  ];
  const warnings = open.map((symbol) => `  a pick of the record on ${symbol} is still open, and would never be scored`);
  if (options.dryRun) return ['would be removed:', ...lines, ...warnings];
  await consent(deps, options, 'Remove', [...lines, ...warnings]);
  const run = runOf(deps, 'remove', symbols.map(({ symbol }) => symbol).join(', '));
  await deps.prices.write(run, async (changes) => {
    for (const { symbol } of symbols) await changes.remember(symbol);
    for (const { id } of symbols) await changes.remove(id);
  });
  return ['removed:', ...lines, UNDO];
}

const UNDO = 'npm run undo takes it back, until the next import or change of symbols';

export interface RenameOptions extends ChangeOptions {
  /** Whose prices stand where those of both do not fit together. */
  readonly keep?: 'old' | 'new';
}

/**
 * Gives a symbol its new ticker. The old one goes on to mean it: in requests, and in picks of the record, which are scored
 * by what their symbol is called now. Prices and markets stay with it. Where the new ticker is a symbol already, both become
 * one: their prices are joined as an import joins them.
 *
 * @throws SymbolError when there is nothing to rename, prices do not fit together, or it was not wanted
 */
export async function renameSymbol(
  deps: ChangeDeps,
  from: string,
  to: string,
  options: RenameOptions,
): Promise<ChangeReport> {
  const index = await deps.prices.index();
  const symbol = storedSymbol(index, from);
  requireReal(symbol);
  const ticker = canonicalTicker(to);
  if (ticker === null) throw new SymbolError(`'${to}' is not a ticker: letters, digits and . - = _ & ^, at most 32`);
  if (ticker === symbol.symbol) throw new SymbolError(`${ticker} is its ticker already`);
  const named = namedSymbol(index, ticker);
  const other = named?.id === symbol.id ? undefined : named;
  if (other) requireReal(other);
  const joined = other && (await joinedPrices(deps.prices, symbol, other, options.keep));
  const lines = [
    `  ${symbol.symbol}, ${whatItIs(symbol)}, becomes ${ticker}; ${symbol.symbol} goes on to mean it`,
    ...(other ? [`  ${ticker} is there already, ${whatItIs(other)}: both become one`] : []),
    ...(joined ? [`  ${joined.told}`] : []),
    ...(await feedsOf(deps, [symbol])).map(
      ({ feed, spelling }) =>
        `  the feed ${feed} goes on with ${ticker}${spelling === null ? '' : `, asked for as '${spelling}'`}`,
    ),
  ];
  if (options.dryRun) return ['would be renamed:', ...lines];
  // A member without prices has nothing to lose.
  if (other?.series) await consent(deps, options, 'Rename', lines);
  const run = runOf(deps, 'rename', `${symbol.symbol} to ${ticker}`);
  await deps.prices.write(run, async (changes) => {
    await changes.remember(symbol.symbol);
    if (other) await changes.remember(other.symbol);
    if (joined) await storeJoined(changes, symbol, joined, run);
    await changes.rename(symbol.id, ticker);
  });
  return ['renamed:', ...lines, UNDO];
}

interface Joined {
  /** Null where the prices of the renamed symbol stand as they are. */
  readonly series: { readonly bars: Bars; readonly source: string } | null;
  readonly told: string;
}

/** What the prices of two symbols are as those of one; undefined when the other has none. @throws SymbolError */
async function joinedPrices(
  prices: PriceStore,
  symbol: StoredSymbol,
  other: StoredSymbol,
  keep: RenameOptions['keep'],
): Promise<Joined | undefined> {
  if (!other.series) return undefined;
  const read = await prices.read([symbol.id, other.id]);
  const bars = read.get(other.id);
  const own = read.get(symbol.id);
  for (const damaged of [own, bars]) {
    if (damaged instanceof Error) throw new SymbolError(`${damaged.message}: import its prices again first`);
  }
  const incoming = bars as Bars;
  const { source } = other.series;
  const stands = (whose: StoredSymbol) => `the prices of ${whose.symbol} stand, the others are lost`;
  if (keep === 'old' && own) return { series: null, told: stands(symbol) };
  if (keep === 'new') return { series: { bars: incoming, source }, told: stands(other) };
  const gapLimit = gapLimitOf([...symbol.markets, ...other.markets]);
  const merge = mergeBars((own as Bars | undefined) ?? null, incoming, { replace: false, gapLimit });
  if (merge.action === 'conflict') {
    throw new SymbolError(
      `the prices of ${symbol.symbol} and ${other.symbol} do not fit together: ${merge.detail.split(';')[0]}; say with ` +
        `--keep old that those of ${symbol.symbol} stand, or with --keep new those of ${other.symbol}`,
    );
  }
  const count = merge.bars.day.length;
  const told = `their prices are joined: ${count} bars${merge.detail === '' ? '' : ` (${merge.detail})`}`;
  return { series: merge.action === 'unchanged' ? null : { bars: merge.bars, source }, told };
}

async function storeJoined(changes: PriceChanges, { id }: StoredSymbol, { series }: Joined, { at }: PriceRun) {
  if (series === null) return;
  const meta: SeriesMeta = { source: series.source, importedAt: at, simulated: false };
  await changes.replace(id, series.bars, meta);
}

function gapLimitOf(ids: readonly string[]): number {
  const limits = loadMarkets().flatMap(({ id, gapLimit }) => (ids.includes(id) ? [gapLimit] : []));
  return limits.length === 0 ? 10 : Math.min(...limits);
}

function runOf({ clock }: ChangeDeps, kind: 'remove' | 'rename', label: string): PriceRun {
  return { id: randomUUID(), kind, at: clock.now(), marketId: null, label };
}

/** @throws SymbolError: what the sandbox made it would make again */
function requireReal({ symbol, series }: StoredSymbol): void {
  if (series?.simulated) {
    throw new SymbolError(
      `${symbol} is the sandbox's, which is made anew by itself: imported prices end it as a whole`,
    );
  }
}

function whatItIs({ name, symbol, markets, series }: StoredSymbol): string {
  const called = name === symbol ? [] : [name];
  const where =
    markets.length === 0 ? 'in no market' : `in ${markets.length === 1 ? 'market' : 'markets'} ${markets.join(', ')}`;
  const prices = series
    ? `${series.rows} bars ${toIso(series.firstDay)}..${toIso(series.lastDay)} (${series.source})`
    : 'without prices';
  return [...called, where, prices].join(', ');
}

/** Which feeds ask for symbols. */
async function feedsOf(
  { feeds }: ChangeDeps,
  symbols: readonly StoredSymbol[],
): Promise<readonly { readonly ticker: string; readonly spelling: string | null; readonly feed: string }[]> {
  const keys = new Set(symbols.map(({ symbol }) => tickerKey(symbol)));
  const found = await Promise.all(
    (await feeds.all()).map(async ({ id, provider, marketId }) => {
      const own = (await feeds.symbols(id)).filter(({ ticker }) => keys.has(tickerKey(ticker)));
      return own.map(({ ticker, spelling }) => ({ ticker, spelling, feed: `${provider} of market ${marketId}` }));
    }),
  );
  return found.flat();
}

/** Symbols of picks of the record that wait for their outcome. */
async function openPicks({ records }: ChangeDeps, symbols: readonly StoredSymbol[]): Promise<string[]> {
  const names = new Set(symbols.flatMap(({ symbol, formerly }) => [symbol, ...formerly.map(({ ticker }) => ticker)]));
  const open = trackedPicks(await records.all(), false).filter(({ outcome }) => outcome === null);
  return [...new Set(open.map(({ pick }) => pick.symbol))].filter((symbol) => names.has(symbol));
}

/** @throws SymbolError when it is not wanted, or may not be and nobody can be asked */
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
    throw new SymbolError(
      `nothing was ${done}, since it may not be what is meant:\n${list}\nrepeat it with --yes to do it, or with --dry-run to see it`,
    );
  }
  if (!(await ask(`${list}\n${what} all the same?`))) throw new SymbolError(`nothing was ${done}`);
}
