import { readFileSync } from 'node:fs';
import type { Market } from '../../src/core/calendar/market';
import { readMembers } from '../../src/ingest/members';
import { type FeedDeps, FeedError } from '../../src/jobs/feeds/deps';

interface SymbolSelection {
  readonly symbols?: readonly string[];
  readonly list?: string;
  readonly members?: boolean;
}

/** The symbols that a command line selects. @throws FeedError when a file cannot be read */
export async function selectedSymbols(
  { prices }: FeedDeps,
  market: Market,
  { symbols = [], list, members = false }: SymbolSelection,
): Promise<string[]> {
  const listed = list === undefined ? [] : symbolsIn(list);
  const stored = members ? (await prices.index()).symbols : [];
  const marketSymbols = stored.filter(
    ({ markets, series }) => markets.includes(market.id) && series?.simulated === false,
  );
  return [...symbols, ...listed, ...marketSymbols.map(({ symbol }) => symbol)];
}

function symbolsIn(path: string): string[] {
  const text = read(path);
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  // A file with separators is a CSV with names; otherwise each line is a symbol.
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
