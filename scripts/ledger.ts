import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { type Clock, newYorkDay } from '../src/clock';
import type { Config } from '../src/config';
import { toIso } from '../src/core/calendar/dates';
import type { LedgerRecord } from '../src/core/record/ledger';
import { type LedgerVerdict, type SourceRecord, verifyLedger } from '../src/core/record/verification';
import { canonical, hashOf } from '../src/storage/hashes';
import type { RecordStore } from '../src/storage/ledger';
import type { Terminal } from './terminal/command';
import { type CommandContext, withStorage } from './terminal/storage';

interface VerifyOptions {
  readonly since?: string;
  readonly key?: string;
}

interface CorrectOptions {
  readonly reason: string;
  readonly return?: string;
}

/** Records of one request. */
const PAGE = 1000;

/** `npx perennial ledger ...` The exit code is 1 when the ledger was altered. */
export function ledgerCommand(terminal: Terminal): Command {
  const ledger = new Command('ledger').description('The public record of the daily pick: a hash chain.');
  ledger
    .command('verify')
    .description('Verifies the records of the database, a file or a server, and lists the faults.')
    .argument('[source]', 'file of JSON lines or of answers, or URL of a server; default: the database')
    .option('--since <hash>', 'also check that this head, saved earlier, is still part of the chain')
    .option('--key <key>', 'API key for a server (default: API_KEY, else the demo token)')
    .action((source: string | undefined, options: VerifyOptions) => verify(source, options, terminal));
  ledger
    .command('export')
    .description('Writes the records of the database, one canonical JSON line per record.')
    .action(() => exportRecords(terminal));
  ledger
    .command('correct')
    .description('Appends a correction of an earlier record; that record stays.')
    .argument('<seq>', 'number of the record')
    .requiredOption('--reason <text>', 'what is wrong and why')
    .option('--return <percent>', 'of an outcome: the return that counts instead')
    .action((seq: string, options: CorrectOptions) => correct(seq, options, terminal));
  return ledger;
}

async function verify(source: string | undefined, { since, key }: VerifyOptions, terminal: Terminal): Promise<void> {
  const verdict = await verifySource(source, key ?? terminal.env.API_KEY ?? 'prn_demo', terminal);
  for (const { position, seq, problem } of verdict.faults) {
    terminal.out(`BROKEN at position ${position}${seq === null ? '' : `, record ${seq}`}: ${problem}\n`);
  }
  if (verdict.faults.length > 0) throw new Error(`${verdict.faults.length} faults in ${verdict.count} records`);
  terminal.out(
    `${verdict.count} records, every one as written; head: record ${verdict.head.seq}, ${verdict.head.hash}\n`,
  );
  if (since !== undefined) terminal.out(`${proveHead(verdict, since)}\n`);
}

function proveHead({ hashes, head }: LedgerVerdict, since: string): string {
  const seq = hashes.get(since.toLowerCase());
  if (seq === undefined)
    throw new Error(`${since} is not on the chain: the record was rewritten since, or it is another's`);
  return `${since} is record ${seq}: nothing up to it was changed, ${head.seq - seq} records follow`;
}

async function verifySource(source: string | undefined, key: string, terminal: Terminal): Promise<LedgerVerdict> {
  if (source === undefined)
    return withLedger(terminal, async (ledger) => verifyLedger(await ledger.stored(), LEDGER_TOOLS));
  if (/^https?:\/\//.test(source)) return verifyLedger(await served(source, key), LEDGER_TOOLS);
  return verifyLedger(recordsIn(recordTextOf(source)), LEDGER_TOOLS);
}

/** The banner of `npm run`: an empty line, and lines that begin with `> `. */
const BANNER = /^\s*> \S+@\S+ \S+\r?\n> /;

/** @throws Error when the file begins with the banner of `npm run`, which would be reported as a damaged record */
function recordTextOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!BANNER.test(text)) return text;
  throw new Error(
    `${file} begins with what npm run prints, not with a record: delete the lines above the first '{', or export again ` +
      'with npm run --silent ledger -- export, or npx perennial ledger export',
  );
}

/** Parses a file: JSON lines of one record each, an answer of GET /daily-pick/ledger, or an array of records. */
export function recordsIn(text: string): SourceRecord[] {
  const pages = pagesOf(text);
  if (pages !== null) return pages.map((record) => ({ record, damage: null }));
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => {
    try {
      const record: unknown = JSON.parse(line);
      const damage = canonical(record as object) === line ? null : 'its text is not in canonical form';
      return { record, damage };
    } catch {
      return { record: undefined, damage: 'its text is not JSON' };
    }
  });
}

/** The records of a whole answer, or of a JSON array of records; null for lines. */
function pagesOf(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed;
    const { records } = parsed as { records?: unknown };
    return Array.isArray(records) ? records : null;
  } catch {
    return null;
  }
}

async function served(address: string, key: string): Promise<SourceRecord[]> {
  const url = new URL(address);
  if (!url.pathname.endsWith('/ledger'))
    url.pathname = `${url.pathname.replace(/\/(v1\/?)?$/, '')}/v1/daily-pick/ledger`;
  url.searchParams.set('limit', String(PAGE));
  const records: SourceRecord[] = [];
  for (;;) {
    const response = await fetch(url, { headers: { 'X-API-Key': key } }).catch(({ message, cause }) => {
      throw new Error(`${url.origin} does not answer: ${cause?.message ?? message}`);
    });
    if (!response.ok)
      throw new Error(`${url.origin}${url.pathname} answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as { records: unknown[]; next_cursor: string | null };
    records.push(...page.records.map((record) => ({ record, damage: null })));
    if (page.next_cursor === null) return records;
    url.searchParams.set('cursor', page.next_cursor);
  }
}

function newYorkDate(instant: string): string | null {
  const parsed = new Date(instant);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString() !== instant ? null : toIso(newYorkDay(parsed));
}

export const LEDGER_TOOLS = { hashOf, newYorkDate };

function exportRecords(terminal: Terminal): Promise<void> {
  return withLedger(terminal, async (ledger) => {
    for (const { record } of await ledger.stored()) terminal.out(`${canonical(record as object)}\n`);
  });
}

async function correct(text: string, { reason, return: percent }: CorrectOptions, terminal: Terminal): Promise<void> {
  const returnPct = percent === undefined ? null : Number(percent);
  if (returnPct !== null && (percent!.trim() === '' || !Number.isFinite(returnPct)))
    throw new Error(`--return is '${percent}', accepted is a percentage such as -1.25`);
  await withLedger(terminal, async (ledger, { config, clock }) => {
    const target = (await ledger.all()).find(({ seq }) => String(seq) === text);
    if (!target) throw new Error(`there is no record ${text}, the last is ${(await ledger.head()).seq}`);
    if (returnPct !== null && target.type !== 'outcome')
      throw new Error(`record ${text} is of type ${target.type}: only an outcome has a return to correct`);
    const record = await ledger.append(null, () => ({ entry: correction(target, reason, returnPct, config, clock) }));
    terminal.out(`record ${record!.seq} corrects record ${target.seq}\nhash ${record!.hash}\n`);
  });
}

function correction(target: LedgerRecord, reason: string, returnPct: number | null, { now }: Config, clock: Clock) {
  return {
    type: 'correction',
    published_at: clock.now().toISOString(),
    simulated: target.simulated,
    clock: now === null ? 'system' : 'set',
    corrects: { seq: target.seq, hash: target.hash },
    reason,
    return_pct: returnPct,
  } as const;
}

function withLedger<T>(
  { env }: Terminal,
  work: (ledger: RecordStore, context: CommandContext) => Promise<T>,
): Promise<T> {
  return withStorage(env, (context) => work(context.storage.records, context));
}
