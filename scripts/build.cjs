/**
 * Builds dist/ from src/ and scripts/, where it is not what they make today.
 *
 * Each program is one file with the packages it needs in it, since finding and reading a thousand files is half of the
 * time that a start takes. Types are taken away and not checked: that needs neither the types of packages nor any other
 * development dependency (`npm ci --omit=dev`). `npm run types` checks them, in CI and by hand; `isolatedModules` in
 * tsconfig.json keeps every file fit for it.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { dirname, join, sep } = require('node:path');

const ROOT = join(__dirname, '..');
const DIST = join(ROOT, 'dist');
/** Holds the hash of the sources that dist/ was built from. Contents, since copies and checkouts keep no order of times. */
const STAMP = join(DIST, '.sources');
const PARTS = ['src', 'scripts'];
/** What only those need who develop: tsx runs it, and the sources of the WebAssembly module are committed compiled. */
const UNBUILT = [
  join('scripts', 'bench'),
  join('scripts', 'conformance'),
  join('src', 'core', 'kernel', 'wasm'),
  // The pages: scripts/buildPages.cjs.
  join('src', 'web'),
];

/** Programs that are started by hand: they stand in dist/ where their sources do. */
const PROGRAMS = { service: 'src/main.ts', perennial: 'scripts/main.ts' };
/**
 * Settings of V8 by program. The heap may grow by so many percent beyond what is in use before it is collected: on a
 * machine of much memory V8 lets it become four times as large, which under load is most of what the service takes. What
 * is young gets 2 MB in each thread, not 32 that hold hardly anything (8 in the first, where Node itself is told so, as
 * `npm start` does). And, with Node 20, what runs often is compiled after a quarter of the usual time: the first
 * hundred requests meet it.
 */
const SETTINGS = {
  service: [
    '--heap-growing-percent=40',
    '--min-semi-space-size=1',
    '--max-semi-space-size=1',
    '--interrupt-budget=33000',
  ],
  perennial: [],
};
/** What threads run, and what tests open databases with from a process of their own. */
const MODULES = {
  worker: 'src/engine/worker.ts',
  nullWorker: 'src/engine/nullWorker.ts',
  trainWorker: 'src/jobs/trainWorker.ts',
  feedProcess: 'src/jobs/feeds/feedProcess.ts',
  blockThread: 'src/storage/sqlite/blockThread.ts',
  postgresBlockThread: 'src/storage/postgres/postgresBlockThread.ts',
  binding: 'src/storage/sqlite/binding.ts',
};
/** Packages that stay outside: compiled code, what looks for files of its own, and what only an edited contract or PostgreSQL needs. */
const OUTSIDE = ['better-sqlite3', 'better-sqlite3-next', 'piscina', 'express-openapi-validator', 'pg-boss', 'tsx'];
/** Databases that Knex knows and this program does not. */
const DIALECTS = 'cockroachdb mssql mysql mariadb mysql2 oracle oracledb pgnative redshift'.split(' ');
/** What their parts would load. */
const DRIVERS = ['sqlite3', 'pg-native', 'pg-query-stream'];

/** What is built in that is no TypeScript. */
const VALIDATORS = ['generated/requestValidators.js', 'generated/responseValidators.js'];

/** Builds where needed, and says so on standard error: standard output belongs to what runs afterwards. */
function ensureBuilt() {
  // An installation may come without sources.
  if (!fs.existsSync(join(ROOT, 'src'))) return;
  require('./buildPages.cjs').ensurePagesBuilt();
  const sources = readSources();
  const hash = hashOf(sources);
  if (builtFrom() === hash) return;
  const began = Date.now();
  process.stderr.write(`perennial: building dist/ from ${sources.size} files, once until they change ...\n`);
  build(hash);
  process.stderr.write(`perennial: built in ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/** @returns {Map<string, string>} text by path within the project */
function readSources() {
  const paths = PARTS.flatMap((part) =>
    fs.readdirSync(join(ROOT, part), { recursive: true }).map((path) => join(part, path)),
  );
  const wanted = paths.filter(
    (path) => /(?<!\.d)\.ts$/.test(path) && !UNBUILT.some((room) => path.startsWith(room + sep)),
  );
  return new Map(wanted.sort().map((path) => [path, fs.readFileSync(join(ROOT, path), 'utf8')]));
}

function hashOf(sources) {
  const hash = createHash('sha256').update(fs.readFileSync(__filename));
  // The packages that are built in are those of the lock file; without validators the service makes them as it starts.
  const others = ['tsconfig.json', 'package.json', 'package-lock.json', ...VALIDATORS];
  for (const path of others.map((name) => join(ROOT, name)).filter(fs.existsSync)) hash.update(fs.readFileSync(path));
  for (const [path, text] of sources) hash.update(`\0${path}\0${text}`);
  return hash.digest('hex');
}

function builtFrom() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : null;
}

/**
 * Written aside and moved into place, so that a process that starts meanwhile finds whole files. What is built has a
 * folder of its own by the name of its sources: what a process that runs writes beside its program (scripts/boot.cjs)
 * never comes to lie beside another.
 */
function build(hash) {
  const name = `build-${hash.slice(0, 16)}`;
  const aside = join(DIST, `.${process.pid}`);
  fs.rmSync(aside, { recursive: true, force: true });
  try {
    bundle(join(aside, 'new', name));
    for (const [program, source] of Object.entries(PROGRAMS)) {
      const started = JSON.stringify({ program: `${name}/${program}`, settings: SETTINGS[program] });
      write(join(aside, 'new', built(source)), `require('../../scripts/boot.cjs').boot(${started});\n`);
    }
    write(join(aside, 'new', built(MODULES.binding)), `module.exports = require('../../../${name}/binding.js');\n`);
    fs.rmSync(STAMP, { force: true });
    for (const part of [name, ...PARTS]) replace(join(DIST, part), join(aside, 'new', part), join(aside, 'old', part));
    fs.writeFileSync(STAMP, hash);
    forgetOld(name);
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

function bundle(folder) {
  const { buildSync } = require('esbuild');
  const knex = join(ROOT, 'node_modules', 'knex', 'lib', 'dialects');
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: Object.entries({ ...PROGRAMS, ...MODULES }).map(([out, path]) => ({ in: path, out })),
    outdir: folder,
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', preserveSymlinks: true },
    // `perennial serve` runs the service as it is built.
    external: [...OUTSIDE, ...DRIVERS, ...DIALECTS.map((name) => join(knex, name, '*')), '../src/main'],
    // Without comments it is half as long. Names and lines stay, for who reads where an error was thrown.
    ...{ minifyWhitespace: true, lineLimit: 160 },
    // Modules that are loaded when they are needed are part of the file, or found as `require` does.
    supported: { 'dynamic-import': false },
    logLevel: 'error',
  });
  for (const name of fs.readdirSync(folder)) escapeAll(join(folder, name));
}

/** A single letter beyond Latin 1, as esbuild leaves it in a regular expression, doubles what V8 holds of a program's text. */
function escapeAll(file) {
  const text = fs.readFileSync(file, 'utf8');
  const escaped = text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== text) fs.writeFileSync(file, escaped);
}

function built(source) {
  return source.replace(/\.ts$/, '.js');
}

function write(path, text) {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text);
}

/** Removes builds but this one and the one before, which a process may still run. */
function forgetOld(name) {
  const others = fs.readdirSync(DIST).filter((entry) => entry.startsWith('build-') && entry !== name);
  const madeAt = (entry) => fs.statSync(join(DIST, entry), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const [, ...old] = others.sort((a, b) => madeAt(b) - madeAt(a));
  for (const entry of old) fs.rmSync(join(DIST, entry), { recursive: true, force: true });
}

/** Another process may build the same at the same time: whoever comes second leaves the first one's files in place. */
function replace(target, fresh, retired) {
  fs.mkdirSync(dirname(retired), { recursive: true });
  unless(['ENOENT'], () => fs.renameSync(target, retired));
  unless(['ENOTEMPTY', 'EEXIST'], () => fs.renameSync(fresh, target));
}

function unless(codes, work) {
  try {
    work();
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
  }
}

module.exports = { ensureBuilt };
if (require.main === module) ensureBuilt();
