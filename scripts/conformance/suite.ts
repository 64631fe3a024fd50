import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';

/**
 * Installs the suite into a folder. It is not a dependency of the project, since nothing else uses it.
 *
 * @returns the path of its program
 * @throws Error when the installation fails
 */
export function installSuite(folder: string): string {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...flags, '--prefix', folder, SUITE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm could not install ${SUITE}`);
  return join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
}
