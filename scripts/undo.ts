import { Command } from 'commander';
import { sendFollowUps } from '../src/jobs/dailyJobs';
import { formatUndone, undoLastImport } from '../src/jobs/symbols';
import { loadMarkets } from '../src/seeds';
import type { Terminal } from './terminal/command';
import { withStorage } from './terminal/storage';

/** `npx perennial undo` The exit code is 1 when there is nothing to undo. */
export function undoCommand({ env, out }: Terminal): Command {
  return new Command('undo')
    .description(
      'Undoes the last import, acceptance of held prices, removal or renaming of symbols: prices, names and members are as they were before.',
    )
    .action(() =>
      withStorage(env, async ({ storage: { prices, queue }, clock }) => {
        out(`${formatUndone(await undoLastImport(prices, clock), loadMarkets())}\n`);
        await sendFollowUps(queue);
      }),
    );
}
