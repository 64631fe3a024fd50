import { Command } from 'commander';
import { TRIAL_RULE, trialBasis, trialStatement, trialTable } from '../../src/answers/inputTrial';
import { tryInputsOnStored } from '../../src/jobs/evidence/inputs';
import { loadMarkets } from '../../src/seeds';
import type { Terminal } from '../terminal/command';
import { wholeNumber } from '../terminal/options';
import { withProgress } from '../terminal/progressBar';
import { type CommandContext, withStorage } from '../terminal/storage';
import { formatTable } from '../terminal/table';

interface Options {
  readonly rotations: number;
}

/** `npx perennial evidence inputs`: whether more inputs would improve the model. */
export function inputsCommand(terminal: Terminal): Command {
  return new Command('inputs')
    .description(
      "Compares today's model, walk-forward on the same setups, with models that also use z or log p_symbol or are trained on the setups that scans would have shown. Stores the result for the model card. Takes minutes and does not change the model in service.",
    )
    .option('--rotations <n>', 'shuffled calendars of each search', wholeNumber(19, 9_999), 199)
    .action((options: Options) => withStorage(terminal.env, (context) => run(options, context, terminal)));
}

/** Columns of figures. */
const NUMERIC = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

async function run({ rotations }: Options, { clock, storage }: CommandContext, { out }: Terminal): Promise<void> {
  const { recorded, unreadable } = await withProgress((progress) =>
    tryInputsOnStored({
      prices: storage.prices,
      markets: loadMarkets(),
      clock,
      rotations,
      onProgress: (stage, share) => progress.update(share, stage),
    }),
  );
  await storage.models.putTrial(recorded);
  out(`${trialBasis(recorded)}\n${TRIAL_RULE}\n\n`);
  out(formatTable(trialTable(recorded), NUMERIC));
  out("\nGains are errors less the variant's own (of AUC the reverse), +- standard errors clustered by year.\n");
  out(`${trialStatement(recorded)}\n`);
  if (unreadable.length > 0) out(`Stored prices that cannot be read, left out: ${unreadable.join(', ')}.\n`);
}
