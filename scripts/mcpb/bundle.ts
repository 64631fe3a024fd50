import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { license, name, version } from '../../package.json';
import { PROJECT_ROOT } from '../../src/projectRoot';
import { packaged, runProgram } from '../release/program';
import { bundleManifest } from './manifest';

/** Packs the bundle for Claude Desktop into a file. @throws Error with the message of the packer */
export function packBundle(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'mcpb-'));
  try {
    runProgram(packaged('vite'), ['build', '--config', join(__dirname, 'vite.config.mjs'), '--outDir', folder]);
    mkdirSync(join(folder, 'generated'));
    copyFileSync(join(PROJECT_ROOT, 'generated/mcpTools.json'), join(folder, 'generated/mcpTools.json'));
    copyFileSync(join(PROJECT_ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    copyFileSync(join(__dirname, 'icon.png'), join(folder, 'icon.png'));
    // The server finds the bundle's folder by this file.
    writeJson(join(folder, 'package.json'), { name, version, license, private: true, type: 'commonjs' });
    writeJson(join(folder, 'manifest.json'), bundleManifest());
    runProgram(packaged('mcpb'), ['pack', folder, file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
