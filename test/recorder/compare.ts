import { parseArgs } from 'node:util';
import { differencesBetween } from './differences';
import { type Recorded, readRecording } from './recording';

/**
 * Compares two recordings of record.ts, and lists the requests with different answers, grouped by the difference:
 *
 *     npx tsx test/recorder/compare.ts BEFORE.jsonl.gz AFTER.jsonl.gz [--ignore content-length,etag] [--names]
 *
 * Exits with 1 if any differs. `--ignore` ignores headers, `--names` lists all requests of a group.
 */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ignore: { type: 'string', default: '' }, names: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 2) throw new Error('usage: compare.ts A B [--ignore HEADER,...] [--names]');
  const [before, after] = positionals.map(readRecording);
  const ignored = new Set(values.ignore.split(','));
  const others = new Map(after.map((entry) => [entry.name, entry]));
  const groups = new Map<string, { name: string; detail: string }[]>();
  let equal = 0;
  const add = (kind: string, name: string, detail: string) =>
    groups.set(kind, [...(groups.get(kind) ?? []), { name, detail }]);
  for (const entry of before) {
    const other = others.get(entry.name);
    others.delete(entry.name);
    if (other === undefined) {
      add('only in the first', entry.name, asked(entry));
      continue;
    }
    const differences = differencesBetween(entry, other, ignored);
    if (differences.length === 0) equal++;
    for (const { kind, detail } of differences) add(kind, entry.name, `${asked(entry)}\n      ${detail}`);
  }
  for (const entry of others.values()) add('only in the second', entry.name, asked(entry));
  for (const [kind, found] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`${kind}: ${found.length} request${found.length === 1 ? '' : 's'}`);
    console.log(`    ${found[0].name}: ${found[0].detail}`);
    if (values.names) for (const { name } of found.slice(1)) console.log(`    ${name}`);
  }
  console.log(`${equal} of ${Math.max(before.length, after.length)} are equal`);
  return groups.size === 0 ? 0 : 1;
}

const asked = ({ request: { method, url } }: Recorded) => `${method} ${url.slice(0, 200)}`;

process.exitCode = main();
