/**
 * Builds the pages of src/web into dist/web, where they are not what their sources make today. Apart from the rest of
 * dist/ (scripts/build.cjs), so that who edits the one does not wait for the other.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { join } = require('node:path');
const { gzipSync } = require('node:zlib');

const ROOT = join(__dirname, '..');
const SOURCES = join(ROOT, 'src', 'web');
const BUILT = join(ROOT, 'dist', 'web');
const STAMP = '.sources';

/** What the pages are made of beside src/web: packages, and what is generated for them from the contract. */
const OTHERS = ['package-lock.json', 'generated/pages.json'].map((path) => join(ROOT, path));

/** @throws Error when they cannot be built */
function ensurePagesBuilt() {
  if (!fs.existsSync(SOURCES)) return;
  const hash = hashOfSources();
  const stamp = join(BUILT, STAMP);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return;
  const began = Date.now();
  const aside = join(ROOT, 'dist', `.web-${process.pid}`);
  const retired = `${aside}-old`;
  try {
    // The bundler answers later, and who starts the service waits here.
    const { status, stderr } = spawnSync(process.execPath, [__filename, aside], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the pages could not be built:\n${stderr}`);
    fs.writeFileSync(join(aside, STAMP), hash);
    unlessGone(() => fs.renameSync(BUILT, retired));
    unlessTaken(() => fs.renameSync(aside, BUILT));
  } finally {
    for (const folder of [aside, retired]) fs.rmSync(folder, { recursive: true, force: true });
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const kilobytes = (bytesOf(scriptsOfFirstPage()) / 1024).toFixed(1);
  process.stderr.write(`perennial: built the pages in ${seconds} s; ${kilobytes} kB of script before the first scan\n`);
}

/** Files of the scripts that are loaded before the first page is shown: the document's, and what they import. */
function scriptsOfFirstPage() {
  const [, entry] = /src="\.\/assets\/([^"]+\.js)"/.exec(fs.readFileSync(join(BUILT, 'index.html'), 'utf8'));
  const names = new Set([entry]);
  for (const name of names) {
    const text = fs.readFileSync(join(BUILT, 'assets', name), 'utf8');
    for (const [, other] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)) names.add(other);
  }
  return [...names].map((name) => join(BUILT, 'assets', name));
}

/** Of files as they are sent, compressed. */
function bytesOf(files) {
  return files.reduce((sum, file) => sum + gzipSync(fs.readFileSync(file)).length, 0);
}

function hashOfSources() {
  const hash = createHash('sha256').update(fs.readFileSync(__filename));
  const paths = fs.readdirSync(SOURCES, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = paths.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  for (const file of [...OTHERS.filter(fs.existsSync), ...files]) {
    hash.update(`\0${file.slice(ROOT.length)}\0`).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

function unlessGone(work) {
  try {
    work();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Another process may have built the same meanwhile: its files stay. */
function unlessTaken(work) {
  try {
    work();
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}

/** Runs the bundler. Addresses are relative: the server says under which path the pages are reached. */
async function bundle(outDir) {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: SOURCES,
    base: './',
    logLevel: 'warn',
    publicDir: false,
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
  });
}

module.exports = { bytesOf, ensurePagesBuilt, scriptsOfFirstPage };
if (require.main === module) {
  bundle(process.argv[2]).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}
