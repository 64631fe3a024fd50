import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { eventually } from '../helpers/eventually';
import { linkPackages } from '../helpers/installation';
import { keepablePort } from '../helpers/ports';
import { type Child, serviceEnv, startProcess } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(300_000);

const ROOT = join(__dirname, '../..');
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** Files that npm adds to `files`. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

const folder = realpathSync(tempFolder());
const consumer = join(folder, 'consumer');
const installed = join(consumer, 'node_modules/perennial');
const program = join(consumer, 'node_modules/.bin/perennial');
let packed: { filename: string; size: number; files: { path: string }[] };

beforeAll(() => {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  [packed] = JSON.parse(ran('npm', args, { cwd: ROOT }));
  // As npm installs it, but without a network: its dependencies are those of this checkout.
  ran('tar', ['-xzf', packed.filename], { cwd: folder });
  mkdirSync(dirname(program), { recursive: true });
  renameSync(join(folder, 'package'), installed);
  linkPackages(consumer, ({ dev, optional }) => !dev && !optional);
  symlinkSync(`../perennial/${MANIFEST.bin.perennial}`, program);
});

/** @returns standard output. @throws Error with all that was written, when it fails */
function ran(command: string, args: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Starts the installed program as npx does. An empty setting counts as unset. */
function serve(cwd: string, settings: Readonly<Record<string, string>> = {}): Child {
  return startProcess(program, ['serve'], { cwd, env: serviceEnv({ DATABASE_URL: '', ...settings }) });
}

test('the package can be published, and installing it runs no script', () => {
  expect(MANIFEST).not.toHaveProperty('private');
  expect(MANIFEST).toMatchObject({
    license: 'MIT',
    engines: { node: '^22.14 || >=24' },
    bin: { perennial: expect.any(String) },
  });
  // Node itself comes with a checkout only (scripts/node).
  expect(MANIFEST).not.toHaveProperty('optionalDependencies');
  for (const script of ['preinstall', 'install', 'postinstall']) expect(MANIFEST.scripts).not.toHaveProperty(script);
});

test('it is at most 15 MB and has the files of package.json, and no others', () => {
  expect(packed.size).toBeLessThanOrEqual(15_000_000);
  const paths = packed.files.map(({ path }) => path);
  const listed = (path: string) =>
    [...ALWAYS, ...MANIFEST.files].some((one) => path === one || path.startsWith(`${one}/`));
  expect(paths.filter((path) => !listed(path))).toEqual([]);
  expect(paths.filter((path) => /\.(map|log|sqlite|env)$|(^|\/)(test|node_modules)\//.test(path))).toEqual([]);
  const needed = [
    ...ALWAYS,
    'openapi.yaml',
    'generated/openapi.json',
    'seeds/markets.json',
    'seeds/guides/operating.md',
    'dist/src/main.js',
    'dist/web/index.html',
    MANIFEST.bin.perennial,
  ];
  expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
});

test('installed in an empty folder it serves pages and contract, and creates its database there', async () => {
  writeFileSync(join(consumer, 'tiers.json'), readFileSync(join(ROOT, 'seeds/tiers.json')));
  const { logged, signal, ended } = serve(consumer, { TIERS_FILE: 'tiers.json' });
  const database = join(consumer, 'data/perennial.sqlite');
  expect(await logged('starting')).toMatchObject({ database });
  const { port } = await logged('listening');
  await logged('ready');
  for (const path of ['/healthz', '/', '/docs', '/guides', '/openapi.yaml', '/v1/markets']) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-API-Key': 'prn_demo' } });
    expect([path, status]).toEqual([path, 200]);
  }
  signal('SIGTERM');
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(statSync(database).size).toBeGreaterThan(0);
  // npm replaces the folder of the package at each update.
  expect(readdirSync(installed).sort()).toEqual(
    [...new Set(packed.files.map(({ path }) => path.split('/')[0]))].sort(),
  );
});

test('each folder in which it is started gets its own database', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  const database = join(other, 'data/perennial.sqlite');
  const { logged, kill } = serve(other);
  expect(await logged('starting')).toMatchObject({ database });
  await eventually(async () => existsSync(database));
  await kill();
});

test('npm start serves it without development dependencies, and passes SIGTERM on', async () => {
  for (const name of ['@types/compression', 'typescript', 'vite']) {
    expect(existsSync(join(ROOT, 'node_modules', name))).toBe(true);
    expect(existsSync(join(consumer, 'node_modules', name))).toBe(false);
  }
  // A port that no other process gets once it is free again.
  const env = serviceEnv({ PORT: String(await keepablePort()) });
  const { signal, logged, ended } = startProcess('npm', ['start'], { cwd: installed, env });
  const { port } = await logged('listening');
  await logged('ready');
  const answers = await Promise.all(['/readyz', '/', '/docs'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  signal('SIGTERM');
  await logged('stopped');
  await ended;
  await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
});

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

test('npm does not compile SQLite, whose package includes binaries', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  // npm 10 reads this field. `npm install` drops it when it rewrites the file: add it again.
  expect(read('package-lock.json').packages['node_modules/better-sqlite3'].gypfile).toBe(false);
  // npm 11 reads this field.
  expect(read('package.json').allowScripts['better-sqlite3']).toBe(false);
});

test('a type error fails the build and leaves no program to start', () => {
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
});

const describeOnline = process.env.TEST_PARTS === 'all' ? describe : describe.skip;
describeOnline('with a registry (TEST_PARTS=all)', () => {
  test('npx installs it with Node, npm and a shell only: nothing is compiled, and no second Node is downloaded', () => {
    const [bare, empty, cache] = ['bare', 'empty', 'cache'].map((name) => join(folder, name));
    for (const made of [bare, empty]) mkdirSync(made);
    symlinkSync(process.execPath, join(bare, 'node'));
    for (const name of ['npm', 'npx', 'sh']) {
      symlinkSync(ran('sh', ['-c', `command -v ${name}`], { cwd: folder }).trim(), join(bare, name));
    }
    const args = ['--yes', '--package', join(folder, packed.filename), 'perennial', 'migrate'];
    const env = { ...process.env, DATABASE_URL: '', PATH: bare, npm_config_cache: cache };
    expect(ran('npx', args, { cwd: empty, env })).toContain('applied 0001');
    expect(existsSync(join(empty, 'data/perennial.sqlite'))).toBe(true);
    const [modules] = globSync(join(cache, '_npx/*/node_modules'));
    expect(existsSync(join(modules, 'better-sqlite3/prebuilds'))).toBe(true);
    expect(existsSync(join(modules, 'better-sqlite3/build'))).toBe(false);
    expect(globSync(join(modules, 'node-{linux,win}-*'))).toEqual([]);
  });
});
