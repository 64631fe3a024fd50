import { toIso } from '../../src/core/calendar/dates';
import { counted } from '../../src/jobs/importReport';
import type { PriceRun, RecordedChange, VersionInForce } from '../../src/storage/priceHistory';
import type { PriceStore } from '../../src/storage/prices';
import { formatTable } from '../terminal/table';

export interface HistoryOptions {
  readonly version?: string;
  readonly at?: string;
  readonly limit: string;
}

/** Digits of a data version shown in tables. */
const DIGITS = 12;
const MOST_NAMED = 12;

/**
 * The history of all prices, of one symbol, or of a data version.
 *
 * @throws Error naming what came and what is accepted
 */
export function historyText(
  prices: PriceStore,
  ticker: string | undefined,
  { version, at, limit }: HistoryOptions,
): Promise<string> {
  const given = [ticker, version, at].filter((one) => one !== undefined);
  if (given.length > 1)
    throw new Error(`of a symbol, --version and --at one can be asked, got '${given.join("' and '")}'`);
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new Error(`--limit is '${limit}', accepted is a whole number from 1`);
  if (version !== undefined) return versionText(prices, version);
  if (at !== undefined) return instantText(prices, at);
  return ticker === undefined ? runsText(prices, most) : symbolText(prices, ticker, most);
}

async function runsText({ history }: PriceStore, limit: number): Promise<string> {
  const runs = await history.runs(limit);
  if (runs.length === 0) return 'nothing has changed prices or symbols yet\n';
  const rows = runs.map((run) => [
    whenText(run.at),
    run.dataVersion.slice(0, DIGITS),
    run.kind,
    ...[run.symbols, run.added, run.restated, run.removed].map(counted),
    fromWhere(run),
  ]);
  const header = ['when', 'data version', 'by', 'symbols', 'added', 'restated', 'removed', 'from'];
  return formatTable([header, ...rows], [3, 4, 5, 6]);
}

async function symbolText({ history }: PriceStore, ticker: string, limit: number): Promise<string> {
  const changes = await history.of(ticker);
  if (changes.length === 0) {
    throw new Error(
      `there is no history of '${ticker}': no such symbol was ever stored, or it is the sandbox's, which is told as a whole ` +
        '(npm run symbols -- history)',
    );
  }
  const rows = changes
    .slice(0, limit)
    .map((change) => [
      whenText(change.at),
      change.dataVersion.slice(0, DIGITS),
      change.run.kind,
      change.symbol,
      changeText(change),
      fromWhere(change.run),
    ]);
  const more = changes.length > limit ? `${changes.length - limit} earlier ones: --limit ${changes.length}\n` : '';
  return formatTable([['when', 'data version', 'by', 'symbol', 'what', 'from'], ...rows]) + more;
}

async function versionText({ history }: PriceStore, version: string): Promise<string> {
  // A model's data version ends with the day of its last prices.
  const [hash = ''] = version.trim().toLowerCase().split(' ');
  if (!/^[0-9a-f]{6,64}$/.test(hash)) {
    throw new Error(`--version is '${version}', accepted are the first 6 to 64 hexadecimal digits of a data version`);
  }
  const found = await history.version(hash);
  if (found.length === 0) {
    throw new Error(`no data version of this database begins with ${hash}: npm run symbols -- history lists its runs`);
  }
  return found.map(inForceText).join('');
}

async function instantText({ history }: PriceStore, at: string): Promise<string> {
  const instant = new Date(at);
  if (!/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(at) || Number.isNaN(instant.getTime())) {
    throw new Error(`--at is '${at}', accepted is an instant such as 2026-11-20T15:00:00Z`);
  }
  const found = await history.at(instant);
  if (found === null) throw new Error(`nothing is known of ${instant.toISOString()}: the history begins later`);
  return inForceText(found);
}

function inForceText({ dataVersion, run, symbols, from, until }: VersionInForce): string {
  const named = symbols.slice(0, MOST_NAMED).join(', ');
  const more = symbols.length > MOST_NAMED ? ` and ${counted(symbols.length - MOST_NAMED)} more` : '';
  return [
    dataVersion,
    `  in force from ${whenText(from)} ${until === null ? 'until now' : `until ${whenText(until)}`}`,
    `  made by the ${run.kind} of ${whenText(run.at)}: ${fromWhere(run)}`,
    ...(symbols.length > 0 ? [`  which changed ${named}${more} then`] : []),
    '',
  ].join('\n');
}

function fromWhere({ marketId, label }: PriceRun): string {
  return marketId === null ? label : `${label} into market ${marketId}`;
}

/** One event of a symbol. */
export function changeText(change: RecordedChange): string {
  const { series, added, removed, restated, restatedFrom, restatedTo, factor, joined, left } = change;
  const says: string[] = [];
  if (change.formerTicker !== null) says.push(`renamed from ${change.formerTicker}`);
  if (added > 0) says.push(`${counted(added)} bars added`);
  if (restated > 0 && restatedFrom !== null && restatedTo !== null) {
    const by = factor === null ? '' : ` by ${Number(factor.toPrecision(6))}`;
    says.push(`${counted(restated)} restated${by}, ${toIso(restatedFrom)}..${toIso(restatedTo)}`);
  }
  if (removed > 0) says.push(`${counted(removed)} removed`);
  if (joined.length > 0) says.push(`joined ${joined.join(', ')}`);
  if (left.length > 0) says.push(`left ${left.join(', ')}`);
  if (change.name !== null) says.push(`named ${change.name}`);
  if (added + restated + removed > 0 && series !== null) {
    says.push(`${counted(series.rows)} bars to ${toIso(series.lastDay)} (${series.source})`);
  }
  // The bars are unchanged; only their source changed.
  if (says.length === 0 && series !== null) says.push(`the source is ${series.source}`);
  return says.join('; ');
}

/** A time to the second. */
export function whenText(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}
