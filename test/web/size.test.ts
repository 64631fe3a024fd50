import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BUILT = join(__dirname, '../../dist/web');
const MOST_BYTES = 150 * 1024;

/** Files of the scripts that are loaded before the first page is shown: the document's, and what they import. */
function scriptsOfFirstPage(): string[] {
  const [, entry] = /src="\.\/assets\/([^"]+\.js)"/.exec(readFileSync(join(BUILT, 'index.html'), 'utf8'))!;
  const names = new Set([entry]);
  for (const name of names) {
    const text = readFileSync(join(BUILT, 'assets', name), 'utf8');
    for (const [, other] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)) names.add(other);
  }
  return [...names].map((name) => join(BUILT, 'assets', name));
}

test('the first page loads at most 150 kB of script, compressed', () => {
  const scripts = scriptsOfFirstPage();
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  // Charts come with the pages that draw them.
  const named = scripts.map((script) => /^(.+)-[\w-]{8}\.js$/.exec(basename(script))![1]);
  for (const name of named) expect(name).not.toMatch(/plot/i);
});

test('the document names every script of the first page, so that all are fetched in one step', () => {
  const names = scriptsOfFirstPage().map((script) => basename(script));
  const document = readFileSync(join(BUILT, 'index.html'), 'utf8');
  for (const name of names) expect(document).toContain(`"./assets/${name}"`);
  const text = scriptsOfFirstPage().map((script) => readFileSync(script, 'utf8'));
  expect(text.join('')).toContain('Save these rows as CSV');
});
