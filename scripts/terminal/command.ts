import { type Command, CommanderError } from 'commander';

/** Where a command reads and writes; tests bring their own. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
}

/** Runs a command line. @returns the exit code: 0 done, 1 not done, with the reason on standard error */
export async function runCommand(program: Command, argv: readonly string[], terminal: Terminal): Promise<number> {
  const output = { writeOut: (text: string) => terminal.out(text), writeErr: (text: string) => terminal.err(text) };
  try {
    await program.exitOverride().configureOutput(output).parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    terminal.err(`${program.name()}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** Runs a command with the process's own arguments, streams and exit code. */
export async function runAsProcess(
  command: (argv: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), {
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  });
}
