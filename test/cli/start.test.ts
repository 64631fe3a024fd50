import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installWithoutDev } from '../helpers/installation';
import { keepablePort } from '../helpers/ports';
import { serviceEnv, startProcess } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const ROOT = join(__dirname, '../..');
const PATIENCE_MS = 600_000;
const folder = tempFolder();

test(
  'npm start serves a build without development dependencies, and passes SIGTERM on',
  async () => {
    const installed = join(folder, 'installed');
    mkdirSync(installed);
    installWithoutDev(installed);
    for (const name of ['@types/compression', 'typescript', 'vite']) {
      expect(existsSync(join(ROOT, 'node_modules', name))).toBe(true);
      expect(existsSync(join(installed, 'node_modules', name))).toBe(false);
    }
    // A port that no other process gets once it is free again.
    const env = serviceEnv({ PORT: String(await keepablePort()) });
    const { signal, logged, ended } = startProcess('npm', ['start'], { cwd: installed, env });
    const { port } = await logged('listening');
    await logged('ready');
    const answers = await Promise.all(
      ['/readyz', '/', '/docs'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    signal('SIGTERM');
    await logged('stopped');
    await ended;
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  },
  PATIENCE_MS,
);

test('npm does not compile SQLite, whose package includes binaries', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  // npm 10 reads this field. `npm install` drops it when it rewrites the file: add it again.
  expect(read('package-lock.json').packages['node_modules/better-sqlite3'].gypfile).toBe(false);
  // npm 11 reads this field.
  expect(read('package.json').allowScripts['better-sqlite3']).toBe(false);
});

test(
  'a type error fails the build and leaves no program to start',
  () => {
    const project = join(folder, 'project');
    for (const name of ['package.json', 'tsconfig.json', 'scripts/tsconfig.build.json']) {
      cpSync(join(ROOT, name), join(project, name));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    mkdirSync(join(project, 'dist/src'), { recursive: true });
    writeFileSync(join(project, 'dist/src/main.js'), '// of a build before');
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src/mistyped.ts'), "export const mistyped: number = 'text';\n");
    const { status, stdout } = spawnSync('npm', ['run', 'build'], { cwd: project, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stdout).toContain('src/mistyped.ts');
    expect(existsSync(join(project, 'dist/src/main.js'))).toBe(false);
  },
  PATIENCE_MS,
);
