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
import { installSuite } from './suite';
import { doorWithKey } from './withKey';

const PROGRAM = join(ROOT, 'dist/scripts/main.js');

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-conformance-'));
  const door = await doorWithKey();
  try {
    const suite = installSuite(join(folder, 'suite'));
    const env = { DATABASE_URL: join(folder, 'sandbox.sqlite'), PUBLIC_URL: door.url };
    const key = createKey(env);
    const server = await startServer([PROGRAM, 'serve'], env, '/readyz');
    door.open(server.url, key);
    try {
      return await runSuite(suite, `${door.url}/mcp`, join(folder, 'results'));
    } finally {
      await server.stop();
    }
  } finally {
    door.close();
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
