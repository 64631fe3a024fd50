import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';
/** Older ones lack `fs.globSync`, which the suite imports. */
const OLDEST_NODE = 22;
const NODE = `node@${OLDEST_NODE}`;

/** The suite, installed, and a Node that runs it. */
export interface Suite {
  readonly node: string;
  readonly script: string;
}

/**
 * Installs the suite into a folder, and Node beside it where none is at hand: no dependency of the project, since it has
 * nothing to do with running or testing this service otherwise.
 *
 * @throws Error when an installation fails
 */
export function installSuite(folder: string, env: NodeJS.ProcessEnv): Suite {
  const atHand = nodeAtHand(env.CONFORMANCE_NODE, process);
  const packages = atHand === null ? [SUITE, NODE] : [SUITE];
  // The package of Node is filled by its own install script.
  const flags = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts=false', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...flags, '--prefix', folder, ...packages], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')}`);
  const node = atHand ?? join(folder, 'node_modules/node/bin/node');
  if (!existsSync(node)) throw new Error(`there is no Node at ${node}`);
  return { node, script: join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js') };
}

/** The Node that the environment names, or this one; null when this one is too old. */
export function nodeAtHand(
  named: string | undefined,
  { version, execPath }: Pick<NodeJS.Process, 'version' | 'execPath'>,
): string | null {
  if (named) return named;
  return Number(version.slice(1).split('.')[0]) >= OLDEST_NODE ? execPath : null;
}
