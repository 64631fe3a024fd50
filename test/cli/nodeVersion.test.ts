import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../helpers/tempFolder';

const ROOT = join(__dirname, '../..');
const folder = tempFolder();

test.each([
  ['20.19.4', 'dist/src/main.js'],
  ['20.19.4', 'dist/scripts/main.js'],
  ['22.13.1', 'dist/scripts/main.js'],
  ['23.5.0', 'dist/src/main.js'],
])('Node %s is refused in one line by %s', (version, program) => {
  const older = join(folder, 'older.cjs');
  const versions = `{ ...process.versions, node: '${version}' }`;
  writeFileSync(older, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  const run = spawnSync(process.execPath, ['--require', older, program, 'keys', 'list'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const stderr = `Perennial needs Node 22 from 22.14 on, or Node 24 or newer; this is Node ${version}.\n`;
  expect(run).toMatchObject({ status: 1, stdout: '', stderr });
});
