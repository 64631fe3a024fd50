/**
 * `npm run release:assets`: writes the files of a release into release/: the contract, the clients, the
 * bundle for Claude Desktop, server.json for the MCP registry, and SHA256SUMS over all of it.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { PROJECT_ROOT } from '../../src/projectRoot';
import { packBundle } from '../mcpb/bundle';
import { packClients } from './clients';
import { readRepository, serverJson } from './serverJson';

const FOLDER = join(PROJECT_ROOT, 'release');

interface Options {
  readonly to?: string;
  readonly repository?: string;
}

function writeAssets({ to, repository }: Options): void {
  if (to === undefined) rmSync(FOLDER, { recursive: true, force: true });
  const folder = resolve(to ?? FOLDER);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0)
    throw new Error(`--to must be a new folder or an empty one; ${folder} is not empty`);
  for (const name of ['openapi.yaml', 'openapi.json']) {
    copyFileSync(join(PROJECT_ROOT, 'generated', name), join(folder, name));
  }
  packClients(folder);
  packBundle(join(folder, 'perennial.mcpb'));
  if (repository !== undefined) {
    const text = JSON.stringify(serverJson(repository, sha256(join(folder, 'perennial.mcpb'))), null, 2);
    writeFileSync(join(folder, 'server.json'), `${text}\n`);
  }
  const names = readdirSync(folder).sort();
  const sums = names.map((name) => `${sha256(join(folder, name))}  ${name}\n`).join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  process.stdout.write(`${folder}:\n${sums}`);
  if (repository === undefined) process.stdout.write('server.json is left out: it needs --repository\n');
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

new Command('release:assets')
  .description('Writes the files of a release.')
  .option('--to <folder>', 'a new or empty folder (default: release/, which is emptied first)')
  .option(
    '--repository <url>',
    'repository of the release, for server.json: https://github.com/OWNER/NAME',
    readRepository,
  )
  .action(writeAssets)
  .parseAsync()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
