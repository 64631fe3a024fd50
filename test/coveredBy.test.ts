import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const files = ['core', 'answers'].flatMap((room) =>
  readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name}`),
);

/**
 * Data, and nothing to test about it: the closures are held to the exchanges by test/core/calendar/calendars.test.ts, the
 * module of the kernel to its oracles by test/oracle.
 */
const CONSTANTS = ['core/calendar/closures.ts', 'core/kernel/kernelModule.ts'];

/** The tests of a file: the one of its name, and those that its comments name. */
function testsOf(file: string): string[] {
  const own = `test/${file.replace(/\.ts$/, '.test.ts')}`;
  const text = readFileSync(join(root, 'src', file), 'utf8').replaceAll(/\n \* /g, ' ');
  const named = [...text.matchAll(/Covered by (test\/\S+?\.test\.ts)/g)].map(([, path]) => path);
  return existsSync(join(root, own)) ? [own, ...named] : named;
}

test('every formula and every text has a test of its name, or names the one that covers it', () => {
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => testsOf(file).length === 0)).toEqual(CONSTANTS);
});

test('every test that is named is there', () => {
  expect(files.flatMap(testsOf).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
