import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { cardMarkdown } from '../src/answers/modelCardMarkdown';
import { decayPlot, reliabilityPlot } from '../src/answers/modelPlots';
import { clockStartingAt, systemClock } from '../src/clock';
import { readConfig } from '../src/config';
import type { Model } from '../src/core/model/predict';
import type { TrainingStage } from '../src/jobs/train';
import { trainOnStored } from '../src/jobs/trainStored';
import { loadMarkets } from '../src/seeds';
import { closeDatabase, openDatabase } from '../src/storage/sqlite/database';
import { ModelRepository } from '../src/storage/sqlite/models';
import { storeOf } from '../src/storage/sqlite/store';
import { processTerminal, runCommand, type Terminal } from './terminal';

interface Options {
  readonly report?: string;
  readonly out?: string;
}

/** `npm run train -- ...` @returns the exit code: 1 when there is too little to train on */
export function runTrain(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('train')
    .description(
      'Fits the prediction model on the prices in the database, tests it walk-forward and stores it; a running service takes it up by itself.',
    )
    .option('--report <file>', 'write the model card as Markdown, with its plots as .svg beside it')
    .option('--out <file>', 'write the model as JSON')
    .action((options: Options) => train(options, terminal));
  return runCommand(program, argv, terminal);
}

async function train(options: Options, terminal: Terminal): Promise<void> {
  const { databaseUrl, now } = readConfig(terminal.env);
  const clock = now === null ? systemClock() : clockStartingAt(now);
  const database = await openDatabase(databaseUrl);
  const progress = progressBar();
  try {
    const trained = await trainOnStored({
      ...{ store: storeOf(database), markets: loadMarkets(), clock },
      onProgress: progress.update,
    });
    progress.stop();
    const { model, withoutPrices } = trained;
    const outcome = await new ModelRepository(database).put(model, clock.now());
    if (options.out !== undefined) writeFileSync(options.out, JSON.stringify(model));
    if (options.report !== undefined) writeReport(options.report, model);
    terminal.out(`${summaryOf(model, outcome, withoutPrices)}\n`);
  } finally {
    progress.stop();
    await closeDatabase(database);
  }
}

/** The card, and its plots beside it as NAME-reliability.svg and NAME-decay.svg. */
function writeReport(file: string, model: Model): void {
  const { evaluation } = model.card;
  const stem = file.replace(/\.md$/i, '');
  const plots = { reliability: `${stem}-reliability.svg`, decay: `${stem}-decay.svg` };
  if (evaluation !== null) {
    writeFileSync(plots.reliability, reliabilityPlot(evaluation));
    writeFileSync(plots.decay, decayPlot(evaluation));
  }
  const names = { reliability: basename(plots.reliability), decay: basename(plots.decay) };
  writeFileSync(file, cardMarkdown(model, evaluation === null ? null : names));
}

function summaryOf(model: Model, outcome: 'stored' | 'unchanged', withoutPrices: readonly string[]): string {
  const kept = outcome === 'stored' ? 'stored' : 'already stored';
  const lines = [`model ${model.version}, outcomes through ${model.trainedThrough}, ${kept}`, ...model.card.statements];
  if (withoutPrices.length > 0) lines.push(`Without prices, left out: ${withoutPrices.join(', ')}.`);
  return lines.join('\n');
}

/** A bar on a terminal, one stage after the other; nothing where the output goes to a file or a log. */
function progressBar(): { update(stage: TrainingStage, share: number): void; stop(): void } {
  if (!process.stderr.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: '{bar} {percentage}% {stage}', clearOnComplete: true, hideCursor: true });
  let running: TrainingStage | null = null;
  return {
    update(stage, share) {
      if (running !== stage) bar.start(100, 0, { stage });
      running = stage;
      bar.update(Math.floor(100 * share), { stage });
    },
    stop: () => bar.stop(),
  };
}

if (require.main === module) {
  void runTrain(process.argv.slice(2), processTerminal()).then((code) => {
    process.exitCode = code;
  });
}
