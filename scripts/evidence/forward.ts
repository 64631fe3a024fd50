import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { toIso } from '../../src/core/calendar/dates';
import { type ForwardMonth, type ForwardResult, summariseForward } from '../../src/core/evidence/forwardResult';
import { ENGINE_VERSION } from '../../src/core/record/ledger';
import { PUBLISHED_SEED, rotationKey } from '../../src/core/significance/rotation';
import { forwardMonth, monthName, monthsOf, parseMonths, requireTestable } from '../../src/jobs/evidence/forward';
import { type SearchSettings, storedUniverse } from '../../src/jobs/evidence/universe';
import type { Terminal } from '../terminal/command';
import { MARKET_HELP, marketNamed, wholeNumber } from '../terminal/options';
import { withProgress } from '../terminal/progressBar';
import { type CommandContext, folderOf, withStorage } from '../terminal/storage';
import { finishedMonths } from './finishedMonths';
import { forwardText } from './forwardText';

interface Options extends SearchSettings {
  readonly market: string;
  readonly out?: string;
  readonly publish?: true;
}

/** Increment it when the same data and settings would give different rows of a month. */
const FORMAT = 1;

/** `npx perennial evidence forward A..B`: the later outcomes of patterns that searches found. */
export function forwardCommand(terminal: Terminal): Command {
  return new Command('forward')
    .description(
      'Searches each past month with the data known before it, and shows how the best windows of every symbol turned out. Continues where it was stopped.',
    )
    .argument('<range>', 'months of entry: 2013..2024 or 2013-01..2024-06')
    .option('--market <market>', MARKET_HELP, '0')
    .option('--out <folder>', 'folder of the result (default: beside the database)')
    .option('--years <n>', 'lookback', wholeNumber(5, 30), 10)
    .option('--min-hold <days>', 'shortest hold', wholeNumber(2, 366), 5)
    .option('--max-hold <days>', 'longest hold', wholeNumber(2, 366), 60)
    .option('--rotations <n>', 'shuffled calendars of each search', wholeNumber(19, 99_999), 999)
    .option('--publish', 'show the result in GET /v1/methodology, instead of the one published before')
    .action((range: string, options: Options) =>
      withStorage(terminal.env, (context) => run(range, options, context, terminal)),
    );
}

async function run(
  range: string,
  { market: named, out: folder, publish, years, minHold, maxHold, rotations }: Options,
  { config, clock, storage }: CommandContext,
  { out }: Terminal,
): Promise<void> {
  const months = parseMonths(range);
  if (minHold > maxHold) throw new RangeError('--min-hold is above --max-hold');
  const market = marketNamed(named);
  const settings: SearchSettings = { years, minHold, maxHold, rotations };
  const { universe, dataVersion, simulated, sources, unreadable } = await storedUniverse(storage.prices, market, clock);
  requireTestable(universe, market, months);
  const pricesThrough = toIso(universe.sessions[universe.sessions.length - 1]);
  const basis = { data_version: dataVersion, prices_through: pricesThrough, market: market.id, settings };
  const target = folder ?? folderOf(config);
  mkdirSync(target, { recursive: true });
  const finished = finishedMonths(target, `forward-${market.id}`, { format: FORMAT, ...basis });
  const walked: ForwardMonth[] = [];
  const key = rotationKey(PUBLISHED_SEED);
  const requested = monthsOf(months);
  let resumed = 0;
  await withProgress(async (progress) => {
    for (const month of requested) {
      const known = finished.months.get(monthName(month));
      if (known) resumed += 1;
      else finished.add(forwardMonth(universe, market, month, settings, key));
      walked.push(known ?? finished.months.get(monthName(month))!);
      progress.update(walked.length / requested.length, `${walked.length}/${requested.length} months`);
    }
  });
  const tables = summariseForward(walked);
  const span = { from: monthName(months.from), to: monthName(months.to), months: walked.length };
  const counts = {
    symbols: universe.symbols.length,
    unfinished: walked.reduce((sum, { unfinished }) => sum + unfinished, 0),
    unreadable,
  };
  const stem = join(target, `forward-${market.id}-${span.from}-${span.to}`);
  const made = { made_at: clock.now().toISOString(), engine_version: ENGINE_VERSION };
  const result: ForwardResult = { ...made, ...basis, simulated, sources, ...span, ...counts, tables };
  writeFileSync(`${stem}.json`, `${JSON.stringify(result, null, 2)}\n`);
  if (resumed > 0) out(`${resumed} of ${walked.length} months were walked before\n`);
  out(forwardText(result));
  out(`written to ${stem}.json; months in ${finished.file}\n`);
  if (!publish) return;
  await storage.evidence.publish(result, clock.now());
  out('published: GET /v1/methodology shows it as `evidence`\n');
}
