import { Command } from 'commander';
import { forwardCommand } from './evidence/forward';
import { inputsCommand } from './evidence/inputs';
import { noiseCommand } from './evidence/noise';
import type { Terminal } from './terminal/command';

/** `npx perennial evidence ...`: evidence of what the numbers are worth. */
export function evidenceCommand(terminal: Terminal): Command {
  return new Command('evidence')
    .description('Measures what searches find in random prices, and how the patterns they found turned out later.')
    .addCommand(noiseCommand(terminal))
    .addCommand(forwardCommand(terminal))
    .addCommand(inputsCommand(terminal));
}
