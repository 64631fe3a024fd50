/**
 * `npm run mcp:conformance`: runs the conformance suite of the protocol's authors against the agent interface of a sandbox. It
 * fails on unexpected failures, and on expected failures (expectedFailures.yaml) that pass.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, startServer } from '../bench/server';
import { startKeyProxy } from './keyProxy';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';
const PROGRAM = join(ROOT, 'dist/scripts/main.js');

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-conformance-'));
  const proxy = await startKeyProxy();
  try {
    const suite = installSuite(join(folder, 'suite'));
    const env = { DATABASE_URL: join(folder, 'sandbox.sqlite'), PUBLIC_URL: proxy.url };
    const key = createKey(env);
    const server = await startServer([PROGRAM, 'serve'], env, '/readyz');
    proxy.open(server.url, key);
    try {
      return await runSuite(suite, `${proxy.url}/mcp`, join(folder, 'results'));
    } finally {
      await server.stop();
    }
  } finally {
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A key of the tier with the highest rate limit per minute. @throws Error when there is none */
function createKey(env: Readonly<Record<string, string>>): string {
  const args = [PROGRAM, 'keys', 'create', '--email', 'conformance@example.com', '--tier', 'business'];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  const key = stdout.match(/prn_\w+/)?.[0];
  if (key === undefined) throw new Error('no key was created');
  return key;
}

/**
 * Installs the suite into a folder. It is not a dependency of the project, since nothing else uses it.
 *
 * @returns the path of its program
 * @throws Error when the installation fails
 */
function installSuite(folder: string): string {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...flags, '--prefix', folder, SUITE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install ${SUITE}`);
  return join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
}

/** @returns the exit code */
async function runSuite(script: string, url: string, results: string): Promise<number> {
  const expected = join(__dirname, 'expectedFailures.yaml');
  const args = ['server', '--url', url, '--suite', 'all', '--expected-failures', expected, '--output-dir', results];
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
