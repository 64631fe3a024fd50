import { createInterface } from 'node:readline/promises';
import { type Command, CommanderError } from 'commander';

/** Input and output of a command; tests replace it. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** Asks a yes-or-no question; absent without an interactive terminal. */
  ask?(question: string): Promise<boolean>;
}

/** An error with an exit code of its own. */
export class ExitError extends Error {
  override readonly name = 'ExitError';

  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/**
 * Runs a program of several commands.
 *
 * @returns the exit code: 0 done, 1 not done (or that of an ExitError), with the name of the command and the reason on standard error
 */
export async function runCommand(program: Command, argv: readonly string[], terminal: Terminal): Promise<number> {
  settle(program, terminal);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const named = program.commands.find((command) => command.name() === argv[0]) ?? program;
    terminal.err(`${named.name()}: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ExitError ? error.exitCode : 1;
  }
}

/** Makes a command and its subcommands throw usage errors and write only to the terminal. */
function settle(command: Command, terminal: Terminal): void {
  command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  for (const below of command.commands) settle(below, terminal);
}

/** Runs a command with the process's own arguments, streams and exit code. */
export async function runAsProcess(
  command: (argv: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), {
    env: process.env,
    out: (text) => void process.stdout.write(printable(text)),
    err: (text) => void process.stderr.write(printable(text)),
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask: askOnTerminal } : {}),
  });
}

/** Text with the control characters replaced by which the names and contents of files could send commands to the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd');
}

/** Every answer other than yes is a no, also the end of the input. */
async function askOnTerminal(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return /^y(es)?$/i.test((await Promise.race([lines.question(`${printable(question)} [y/N] `), ended])).trim());
  } finally {
    lines.close();
  }
}
