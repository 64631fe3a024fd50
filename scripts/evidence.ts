import { Command } from 'commander';
import { forwardCommand } from './evidence/forward';
import { inputsCommand } from './evidence/inputs';
import { noiseCommand } from './evidence/noise';
import type { Terminal } from './terminal/command';

/** `npx perennial evidence ...`: what the numbers are worth, shown rather than said. */
export function evidenceCommand(terminal: Terminal): Command {
  return new Command('evidence')
    .description('Shows what searches find where nothing is to be found, and what came of what they found.')
    .addCommand(noiseCommand(terminal))
    .addCommand(forwardCommand(terminal))
    .addCommand(inputsCommand(terminal));
}
