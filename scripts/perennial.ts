import { Command } from 'commander';
import { VERSION } from '../src/projectRoot';
import { backupCommand } from './backup';
import { evidenceCommand } from './evidence';
import { feedsCommand } from './feeds';
import { healthCommand } from './health';
import { importCommand } from './import';
import { jobsCommand } from './jobs';
import { keysCommand } from './keys';
import { ledgerCommand } from './ledger';
import { mcpCommand } from './mcp';
import { migrateCommand } from './migrate';
import { moveCommand } from './move';
import { pickCommand } from './pick';
import { serveCommand } from './serve';
import { symbolsCommand } from './symbols';
import { runCommand, type Terminal } from './terminal/command';
import { trainCommand } from './train';
import { undoCommand } from './undo';

/** `npx perennial ...`: all commands as one program. @returns the exit code */
export function runPerennial(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('perennial')
    .description('Seasonal Pattern Screening API. Settings are environment variables (seeds/guides/configuration.md).')
    .version(VERSION)
    // Options after the name of a command belong to that command: `symbols history --version`.
    .enablePositionalOptions();
  const commands = [
    serveCommand,
    healthCommand,
    importCommand,
    feedsCommand,
    jobsCommand,
    undoCommand,
    backupCommand,
    moveCommand,
    migrateCommand,
    symbolsCommand,
    keysCommand,
    trainCommand,
    pickCommand,
    evidenceCommand,
    ledgerCommand,
    mcpCommand,
  ];
  for (const command of commands) program.addCommand(command(terminal));
  return runCommand(program, argv, terminal);
}
