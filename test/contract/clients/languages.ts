import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeWith, PYTHON } from '../../helpers/installed';

export const CLIENTS = join(__dirname, '../../../generated/clients');

/** A call by an operation's id in the contract. */
export interface Call {
  readonly operation: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly accept?: string;
}

export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly retries?: number;
  /** Seconds. */
  readonly timeout?: number;
  /** Seconds. */
  readonly deadline?: number;
}

/** The outcome of a call: an answer, a PerennialError, or the error of the language for an invalid call. */
export interface Outcome {
  readonly value?: unknown;
  readonly kind?: 'bytes' | 'value';
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly code?: string;
  readonly message?: string;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly retryAfter?: number | null;
  readonly misuse?: string;
}

export interface Language {
  readonly name: string;
  /** Runs a program with these arguments. @returns its output. @throws Error with its error output */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** Makes calls with the client, one after the other. */
  call(settings: Settings, calls: readonly Call[]): Promise<Outcome[]>;
}

/** Runs a suite for each client: they do the same things in the same way. */
export function describeLanguages(suite: (language: Language) => void): void {
  describe('TypeScript', () => suite(languageOf('TypeScript', process.execPath, 'driver.mjs')));
  const install = 'Python 3.9 or later (Debian: apt-get install python3)';
  describeWith(PYTHON, { name: 'Python', install }, (program) => suite(languageOf('Python', program, 'driver.py')));
}

export function languageOf(name: string, program: string, driver: string): Language {
  const run: Language['run'] = async (args, env = {}) => {
    const PYTHONPATH = join(CLIENTS, 'python');
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      said.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said.err += chunk;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${said.err}`);
    return said.out;
  };
  return {
    name,
    run,
    call: async (settings, calls) =>
      JSON.parse(await run([join(__dirname, driver), JSON.stringify({ ...settings, calls })])),
  };
}
