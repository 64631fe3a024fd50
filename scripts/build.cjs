/**
 * Builds dist/ from src/ and scripts/, where it is not what they make today.
 *
 * Each file is transpiled by itself, with its types taken away and not checked: that needs neither the types of packages
 * nor any other development dependency (`npm ci --omit=dev`), and takes a third of the time. `npm run types` checks
 * them, in CI and by hand; `isolatedModules` in tsconfig.json keeps every file fit for it.
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
const UNBUILT = [join('scripts', 'bench'), join('scripts', 'conformance'), join('src', 'core', 'kernel', 'wasm')];

/** Builds where needed, and says so on standard error: standard output belongs to what runs afterwards. */
function ensureBuilt() {
  // An installation may come without sources.
  if (!fs.existsSync(join(ROOT, 'src'))) return;
  const sources = readSources();
  const hash = hashOf(sources);
  if (builtFrom() === hash) return;
  const began = Date.now();
  process.stderr.write(`perennial: building dist/ from ${sources.size} files, once until they change ...\n`);
  build(sources, hash);
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
  const hash = createHash('sha256').update(fs.readFileSync(__filename)).update(fs.readFileSync(tsconfig()));
  for (const [path, text] of sources) hash.update(`\0${path}\0${text}`);
  return hash.digest('hex');
}

function builtFrom() {
  return fs.existsSync(STAMP) ? fs.readFileSync(STAMP, 'utf8') : null;
}

function tsconfig() {
  return join(ROOT, 'tsconfig.json');
}

/** Written aside and moved into place, so that a process that starts meanwhile finds whole files. */
function build(sources, hash) {
  const aside = join(DIST, `.${process.pid}`);
  fs.rmSync(aside, { recursive: true, force: true });
  try {
    transpile(sources, join(aside, 'new'));
    fs.rmSync(STAMP, { force: true });
    for (const part of PARTS) replace(join(DIST, part), join(aside, 'new', part), join(aside, 'old', part));
    fs.writeFileSync(STAMP, hash);
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

function transpile(sources, folder) {
  const ts = require('typescript');
  const { config } = ts.readConfigFile(tsconfig(), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const compilerOptions = { ...options, noEmit: false };
  for (const [path, text] of sources) {
    const request = { compilerOptions, fileName: path, reportDiagnostics: true };
    const { outputText, diagnostics } = ts.transpileModule(text, request);
    if (diagnostics.length > 0) {
      throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n')}`);
    }
    const file = join(folder, path.replace(/\.ts$/, '.js'));
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, outputText);
  }
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
