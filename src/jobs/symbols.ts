import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Clock } from '../clock';
import { type Market, marketFinder } from '../core/calendar/market';
import { type Member, type MemberRefusal, readMembers } from '../ingest/members';
import type { UndoneImport } from '../storage/importUndo';
import type { PriceRunKind } from '../storage/priceHistory';
import type { ListedSymbol, PriceStore } from '../storage/prices';
import { StoredSymbols } from './storedSymbols';

export interface SymbolsOptions {
  readonly path: string;
  readonly market: Market;
  /** Universe whose lines are read, of a list of several; by default the lines that name the market. */
  readonly universe?: string;
  /** Removes members of the market that the list does not name. */
  readonly replace?: boolean;
}

export interface SymbolsReport {
  readonly rowsIn: number;
  readonly refused: readonly MemberRefusal[];
  /** Number of lines about other universes. */
  readonly otherUniverses: number;
  readonly members: number;
  /** Former tickers in the list with their present ones, as `OLD as NEW`. */
  readonly takenAs: readonly string[];
  readonly added: readonly string[];
  readonly named: readonly string[];
  readonly removed: readonly string[];
  /** Members without stored prices; they are served once prices are imported, into any market. */
  readonly withoutPrices: readonly string[];
}

/**
 * Adds the symbols of a list to a market and stores their names. Prices do not change: a symbol is stored once and may belong to
 * several markets. Repeating it changes nothing.
 *
 * @throws Error if the file cannot be read, is no list of symbols, or has no line for the market
 */
export async function importSymbols(prices: PriceStore, clock: Clock, options: SymbolsOptions): Promise<SymbolsReport> {
  const { market, replace = false } = options;
  const list = readMembers(await readText(options.path));
  const lines = linesAbout(list.members, options);
  if (lines.length === 0) throw new Error(`'${options.path}' names no symbol for ${market.name}`);
  const index = await prices.index();
  const renamed = new Map<string, string>();
  const before = new StoredSymbols(index);
  const members = lines.map((member) => underPresentTicker(before, member, renamed));
  const run = { id: randomUUID(), kind: 'list', at: clock.now(), marketId: market.id, label: options.path } as const;
  const ids = await prices.write(run, (changes) => changes.enrol(market.id, members, { simulated: false, replace }));
  const old = members.map(({ symbol }) => before.find(symbol));
  const stay = new Set(ids);
  return {
    rowsIn: list.rowsIn,
    refused: list.refused,
    otherUniverses: list.members.length - members.length,
    members: members.length,
    takenAs: [...renamed].map(([former, symbol]) => `${former} as ${symbol}`),
    added: members.filter((_, i) => !isMember(old[i], market)).map(({ symbol }) => symbol),
    named: members
      .filter(({ name }, i) => name !== '' && old[i] !== undefined && old[i].name !== name)
      .map(({ symbol }) => symbol),
    removed: replace
      ? index.symbols.filter((was) => isMember(was, market) && !stay.has(was.id)).map((was) => was.symbol)
      : [],
    withoutPrices: members.filter((_, i) => !old[i]?.series).map(({ symbol }) => symbol),
  };
}

/** A member under its present ticker. @param renamed collects the former tickers of the list */
function underPresentTicker(before: StoredSymbols, member: Member, renamed: Map<string, string>): Member {
  const now = before.renamed(member.symbol)?.symbol.symbol;
  if (now === undefined) return member;
  renamed.set(member.symbol, now);
  return { ...member, symbol: now };
}

/** The lines about a market: those of the chosen universe, all if the list has at most one, else those that name the market. */
function linesAbout(members: readonly Member[], { path, market, universe }: SymbolsOptions): readonly Member[] {
  const universes = [...new Set(members.map((member) => member.universe))];
  const names = universes.filter((name) => name !== null);
  if (universe !== undefined) {
    const chosen = members.filter((member) => member.universe?.toLowerCase() === universe.toLowerCase());
    if (chosen.length > 0) return chosen;
    const existing = names.length > 0 ? `it has ${names.join(', ')}` : 'it has no column of universes';
    throw new Error(`--universe '${universe}' is not in '${path}': ${existing}`);
  }
  if (names.length <= 1) return members;
  const find = marketFinder([market]);
  const matching = members.filter((member) => member.universe !== null && find(member.universe) !== undefined);
  if (matching.length > 0) return matching;
  const choice = `choose with --universe one of ${names.join(', ')}`;
  throw new Error(
    `'${path}' lists several universes and none is called like market ${market.id} ${market.name}: ${choice}`,
  );
}

function isMember(listed: ListedSymbol | undefined, market: Market): boolean {
  return listed?.markets.includes(market.id) ?? false;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Error(`cannot read '${path}': ${missing ? 'no such file' : (error as Error).message}`);
  }
}

/** The report for the user. */
export function formatSymbolsReport(report: SymbolsReport, market: Market): string {
  return [
    `${market.id} ${market.name}: ${report.members} symbols from ${report.rowsIn} rows`,
    ...symbolsLine('renamed before, taken', report.takenAs),
    ...symbolsLine('added', report.added),
    ...symbolsLine('named', report.named),
    ...symbolsLine('removed', report.removed),
    ...symbolsLine('without prices yet', report.withoutPrices),
    ...(report.otherUniverses > 0 ? [`  rows about other universes: ${report.otherUniverses}`] : []),
    ...report.refused.map(({ line, reason, text }) => `  refused line ${line}: ${reason}: ${text.slice(0, 60)}`),
  ].join('\n');
}

const MOST_NAMED = 12;

/** The line of a report that counts symbols and names the first; none without symbols. */
export function symbolsLine(what: string, symbols: readonly string[]): string[] {
  if (symbols.length === 0) return [];
  const more = symbols.length > MOST_NAMED ? ', ...' : '';
  return [`  ${what} ${symbols.length}: ${symbols.slice(0, MOST_NAMED).join(', ')}${more}`];
}

/**
 * Undoes the last import, acceptance of held prices, removal or renaming of symbols: restores prices, names and market
 * memberships. A running service uses them from the next request on. Only the last change can be undone, once. Lists of members
 * (`perennial symbols FILE`) cannot.
 *
 * @throws Error if there is nothing to undo
 */
export async function undoLastImport(prices: PriceStore, clock: Clock): Promise<UndoneImport> {
  const run = { id: randomUUID(), kind: 'undo', at: clock.now(), marketId: null, label: 'nothing' } as const;
  const undone = await prices.write(run, (changes) => changes.undoImport());
  if (undone === null)
    throw new Error(
      'there is nothing to undo: only the last import, acceptance of held prices, removal or renaming is kept, and only once',
    );
  return undone;
}

/** Names of the kinds of runs in the report. */
const KIND_NAMES: Partial<Record<PriceRunKind, string>> = {
  import: 'import',
  feed: 'acceptance of held prices',
  rename: 'renaming',
  remove: 'removal',
};

/** The report for the user. */
export function formatUndone({ run, restored, removed }: UndoneImport, markets: readonly Market[]): string {
  const market = markets.find(({ id }) => id === run.marketId)?.name ?? '';
  const where = run.marketId === null ? '' : ` into market ${run.marketId} ${market}`;
  return [
    `undone: the ${KIND_NAMES[run.kind]} of ${run.at.toISOString()}${where} (${run.label})`,
    ...symbolsLine('as they were before', restored),
    ...symbolsLine('gone again', removed),
  ].join('\n');
}
