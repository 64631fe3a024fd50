/**
 * npm's script `prepare`: builds dist/ where it is missing or older than its sources. npm runs it after an installation, and
 * again for the first `npx perennial` in a folder: a service may be running then, and must find its files as they were.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
/** What a build writes last. */
const LAST_BUILT = 'dist/web/index.html';

/** @throws Error when the build fails */
function prepare() {
  // An image and the published package carry what was built, and no sources.
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
