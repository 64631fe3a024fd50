import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILT = join(__dirname, '../../dist/web');
const MOST_BYTES = 150 * 1024;

/** A script and what it imports before it runs. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(BUILT, 'assets', name), 'utf8');
  for (const [, other] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)) loadedWith(other, seen);
  return seen;
}

test('the first page loads at most 150 kB of script, compressed', () => {
  const [, entry] = /src="\.\/assets\/([^"]+\.js)"/.exec(readFileSync(join(BUILT, 'index.html'), 'utf8'))!;
  const text = readFileSync(join(BUILT, 'assets', entry), 'utf8');
  const [page] = /scanPage-[\w-]+\.js/.exec(text)!;
  const scripts = new Set([...loadedWith(entry), ...loadedWith(page)]);
  expect(scripts.size).toBeGreaterThan(1);
  const bytes = [...scripts].map((name) => gzipSync(readFileSync(join(BUILT, 'assets', name))).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
  // Charts come with the pages that draw them.
  for (const name of scripts) expect(name).not.toMatch(/plot/i);
});
