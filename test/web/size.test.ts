import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Build {
  scriptsOfFirstPage(): string[];
  bytesOf(files: readonly string[]): number;
}
const { scriptsOfFirstPage, bytesOf }: Build = require('../../scripts/buildPages.cjs');

const MOST_BYTES = 150 * 1024;

test('the first page loads at most 150 kB of script, compressed', () => {
  const scripts = scriptsOfFirstPage();
  expect(bytesOf(scripts)).toBeLessThanOrEqual(MOST_BYTES);
  // Charts come with the pages that draw them.
  const named = scripts.map((script) => /^(.+)-[\w-]{8}\.js$/.exec(basename(script))![1]);
  for (const name of named) expect(name).not.toMatch(/plot/i);
});

test('the document names every script of the first page, which are fetched in one step, the page among them', () => {
  const names = scriptsOfFirstPage().map((script) => basename(script));
  const document = readFileSync(join(__dirname, '../../dist/web/index.html'), 'utf8');
  for (const name of names) expect(document).toContain(`"./assets/${name}"`);
  const text = scriptsOfFirstPage().map((script) => readFileSync(script, 'utf8'));
  expect(text.join('')).toContain('Save these rows as CSV');
});
