import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { modelCardMarkdown } from '../src/answers/modelCardMarkdown';
import type { Model } from '../src/core/model/predict';
import { type Trained, trainOnStored } from '../src/jobs/train';
import { loadMarkets } from '../src/seeds';
import type { Terminal } from './terminal/command';
import { createOutputFile } from './terminal/outputFile';
import { withProgress } from './terminal/progressBar';
import { withStorage } from './terminal/storage';

interface Options {
  readonly report?: string;
  readonly out?: string;
}

/** `npx perennial train ...` The exit code is 1 when there is too little to train on. */
export function trainCommand(terminal: Terminal): Command {
  return new Command('train')
    .description(
      'Fits the prediction model on the prices in the database, tests it walk-forward and stores it; a running service then uses it.',
    )
    .option('--report <file>', 'write the model card as Markdown')
    .option('--out <file>', 'write the model as JSON')
    .action((options: Options) => train(options, terminal));
}

async function train(options: Options, { env, out }: Terminal): Promise<void> {
  createOutputFile(options.out);
  createOutputFile(options.report);
  await withStorage(env, async ({ storage, clock }) => {
    const { model, ...leftOut } = await withProgress((progress) =>
      trainOnStored({
        prices: storage.prices,
        markets: loadMarkets(),
        clock,
        onProgress: (stage, share) => progress.update(share, stage),
      }),
    );
    const outcome = await storage.models.put(model, clock.now());
    if (options.out !== undefined) writeFileSync(options.out, JSON.stringify(model));
    if (options.report !== undefined) {
      const trial = await storage.models.lastTrial({ ...model, through: clock.today() });
      writeFileSync(options.report, modelCardMarkdown(model, trial));
    }
    out(`${summaryOf(model, outcome, leftOut)}\n`);
  });
}

function summaryOf(
  model: Model,
  outcome: 'stored' | 'unchanged',
  { withoutPrices, unreadable }: Omit<Trained, 'model'>,
): string {
  const kept = outcome === 'stored' ? 'stored' : 'already stored';
  const lines = [`model ${model.version}, outcomes through ${model.trainedThrough}, ${kept}`, ...model.card.statements];
  if (withoutPrices.length > 0) lines.push(`Without prices, left out: ${withoutPrices.join(', ')}.`);
  if (unreadable.length > 0) lines.push(`Stored prices that cannot be read, left out: ${unreadable.join(', ')}.`);
  return lines.join('\n');
}
