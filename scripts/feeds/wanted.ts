import { readFileSync } from 'node:fs';
import type { Market } from '../../src/core/calendar/market';
import { readMembers } from '../../src/ingest/members';
import { type FeedDeps, FeedError } from '../../src/jobs/feeds/deps';

interface Wanted {
  readonly symbols?: readonly string[];
  readonly list?: string;
  readonly members?: boolean;
}

/** The symbols that a command line names in one way or several. @throws FeedError when a file cannot be read */
export async function wantedOf(
  { prices }: FeedDeps,
  market: Market,
  { symbols = [], list, members = false }: Wanted,
): Promise<string[]> {
  const listed = list === undefined ? [] : symbolsIn(list);
  const known = members ? (await prices.index()).symbols : [];
  const own = known.filter(({ markets, series }) => markets.includes(market.id) && series?.simulated === false);
  return [...symbols, ...listed, ...own.map(({ symbol }) => symbol)];
}

function symbolsIn(path: string): string[] {
  const text = read(path);
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  // A list of symbols has no other column; a csv has names.
  if (/[,;\t]/.test(lines[0] ?? '')) return readMembers(text).members.map(({ symbol }) => symbol);
  return lines.filter((line, i) => i > 0 || !/^(symbol|ticker)s?$/i.test(line));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new FeedError(`cannot read '${path}': ${missing ? 'no such file' : (error as Error).message}`);
  }
}
