import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Command } from 'commander';
import { runningClock } from '../src/clock';
import { compose, type Service } from '../src/compose';
import { type Config, readConfig } from '../src/config';
import { sessionsBetween } from '../src/core/calendar/calendars';
import { toIso } from '../src/core/calendar/dates';
import type { LedgerRecord } from '../src/core/record/ledger';
import type { ReplayedSession } from '../src/core/record/pickRule';
import { makePick, type PickResult, scorePicks } from '../src/jobs/pick';
import { parseReplayRange, replay } from '../src/jobs/replay';
import { createLog } from '../src/log';
import { closedAfter } from '../src/storage/storage';
import { headerLines, sessionLine, summaryLines } from './replayText';
import type { Terminal } from './terminal/command';
import { withProgress } from './terminal/progressBar';
import { folderOf } from './terminal/storage';

interface Options {
  readonly replay?: string;
  readonly out?: string;
}

/** `npx perennial pick ...` The exit code is 1 when no pick could be made. */
export function pickCommand(terminal: Terminal): Command {
  return new Command('pick')
    .description("Makes the pick of today's NYSE session and scores past ones, as the service does by itself.")
    .option('--replay <A..B>', 'replay past sessions instead, and record nothing')
    .option('--out <file>', 'file of the replay, one JSON line per session (default: beside the database)')
    .action((options: Options) => run(options, terminal));
}

async function run({ replay: range, out }: Options, terminal: Terminal): Promise<void> {
  const walk = range === undefined ? null : parseReplayRange(range);
  const config = readConfig(terminal.env);
  const service = await compose(config, runningClock(config.now), createLog('error'));
  await closedAfter(service, async () => {
    await service.warm();
    if (walk === null) await pickToday(service, terminal);
    else await replayTo(service, walk, out ?? replayFile(config, walk), terminal);
  });
}

async function pickToday({ pick }: Service, terminal: Terminal): Promise<void> {
  for (const record of await scorePicks(pick)) terminal.out(`${describe(record)}\n`);
  const result = await makePick(pick);
  if (result.status === 'recorded') terminal.out(`${describe(result.record)}\n`);
  else if (result.status === 'exists') terminal.out('the record of this session is there already\n');
  else throw new Error(REFUSALS[result.status]);
}

const REFUSALS: Record<Exclude<PickResult['status'], 'recorded' | 'exists'>, string> = {
  no_session: 'today is no session of the NYSE: nothing to pick',
  no_prices: 'there are no prices: import some first',
  no_model: 'there is no prediction model for these prices: npm run train makes one; no pick is made without',
  missed: 'the session ended before the pick was made: it stays missed',
};

function describe(record: LedgerRecord): string {
  const what = () => {
    switch (record.type) {
      case 'pick':
        return `pick of ${record.session}: ${record.symbol} ${record.direction} ${record.entry_date}..${record.exit_date}, edge ${record.edge_score}`;
      case 'no_pick':
        return `no pick on ${record.session}: ${record.reason}`;
      case 'outcome':
        return `outcome of record ${record.pick.seq}: ${record.result}, ${record.return_pct}%`;
      case 'random_dates':
        return `random dates of record ${record.pick.seq}: ${record.figures === null ? 'none' : `${record.figures.avg_return_pct}% on average`}`;
      case 'correction':
        return `correction of record ${record.corrects.seq}: ${record.reason}`;
    }
  };
  return `record ${record.seq} ${what()}${record.simulated ? ' (simulated prices)' : ''}\nhash ${record.hash}`;
}

type Walk = ReturnType<typeof parseReplayRange>;

/** The file of a replayed range: never that of the ledger. */
function replayFile(config: Config, { from, to }: Walk): string {
  return join(folderOf(config), `replay-${toIso(from)}-${toIso(to)}.jsonl`);
}

async function replayTo({ pick: { screening } }: Service, { from, to }: Walk, file: string, terminal: Terminal) {
  const snapshot = screening.engine.snapshot();
  const sources = new Set([...snapshot.symbols.values()].map(({ source }) => source));
  for (const line of headerLines(toIso(from), toIso(to), [...sources].join(', '))) terminal.out(`${line}\n`);
  const walked: ReplayedSession[] = [];
  const { length } = sessionsBetween('nyse', from, to);
  const stream = createWriteStream(file);
  await withProgress(async (progress) => {
    for await (const session of replay(screening, from, to)) {
      walked.push(session);
      stream.write(`${JSON.stringify(session)}\n`);
      progress.update(walked.length / length, `${walked.length}/${length} sessions`);
    }
  }).finally(() => finished(stream.end()));
  for (const session of walked) terminal.out(`${sessionLine(session)}\n`);
  for (const line of summaryLines(walked)) terminal.out(`${line}\n`);
  terminal.out(`replay written to ${file}\n`);
}
