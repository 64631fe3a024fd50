/**
 * npm's script `prepare`: builds dist/ when it is missing or older than the sources. npm runs it after an installation and for
 * the first `npx perennial` in a folder; then it must not change the files of a service that may be running.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
/** The file that a build writes last. */
const LAST_BUILT = 'dist/web/index.html';

/** @throws Error when the build fails */
function prepare() {
  // A container image and the published package contain the build without its sources.
  if (!existsSync(join(ROOT, 'src')) || isBuilt()) return;
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit', shell });
  if (status !== 0) throw new Error('npm run build failed');
}

function isBuilt() {
  const built = changedAt(LAST_BUILT);
  const inside = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)),
  );
  return ['package-lock.json', 'tsconfig.json', ...inside].every((source) => changedAt(source) < built);
}

/** Zero when it is missing. */
function changedAt(path) {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

module.exports = { prepare };
if (require.main === module) prepare();
