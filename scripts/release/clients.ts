import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/projectRoot';
import { CLIENTS } from '../clients/clients';
import { runProgram } from './program';

/** Packs both clients into a folder, for `npm install FILE` and `pip install FILE`. */
export function packClients(folder: string): void {
  const typescript = join(PROJECT_ROOT, CLIENTS, 'typescript');
  runProgram('npm', ['pack', '--silent', '--pack-destination', folder], typescript);
  const { version } = JSON.parse(readFileSync(join(typescript, 'package.json'), 'utf8'));
  packPython(folder, version);
}

/** A source distribution, made without Python: an archive of one folder with PKG-INFO. */
function packPython(folder: string, version: string): void {
  const name = `perennial_client-${version}`;
  const staging = mkdtempSync(join(tmpdir(), 'sdist-'));
  try {
    const filter = (path: string) => !/__pycache__|\.egg-info|[\\/]build$/.test(path);
    cpSync(join(PROJECT_ROOT, CLIENTS, 'python'), join(staging, name), { recursive: true, filter });
    writeFileSync(
      join(staging, name, 'PKG-INFO'),
      `Metadata-Version: 2.1\nName: perennial-client\nVersion: ${version}\n`,
    );
    runProgram('tar', ['-czf', join(folder, `${name}.tar.gz`), '-C', staging, name]);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
