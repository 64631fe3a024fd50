import { loadedSymbols, scanRequest } from '../../scripts/bench/universe';
import type { DetectionRequest } from '../../src/core/detection/plan';
import { pack, searchPacked, unpack } from '../../src/engine/search';
import { callOff, isTaken, MEMBER, searchWork, takeSymbols } from '../../src/engine/searchWork';

const SYMBOLS = 70;
const symbols = loadedSymbols(SYMBOLS, 12);
const request: DetectionRequest = scanRequest({ maxHold: 40 });

test('every symbol is taken once, by whoever comes', () => {
  const work = searchWork(symbols);
  const takers: number[][] = [[], []];
  for (let turn = 0, some = takeSymbols(work); some !== null; some = takeSymbols(work), turn++) {
    for (let i = some.from; i < some.to; i++) takers[turn % 2].push(work.members[i * MEMBER + 2]);
  }
  expect(takers.every((ids) => ids.length > 0)).toBe(true);
  expect(takers.flat().sort((a, b) => a - b)).toEqual(symbols.map(({ id }) => id));
  expect(takeSymbols(work)).toBeNull();
});

test('a search begun by another thread goes on where that one is, and together they find what one alone does', () => {
  const alone = unpack(searchPacked({ request, mode: 'best', work: searchWork(symbols) }));
  const work = searchWork(symbols);
  const other = takeSymbols(work)!;
  const others = symbols.slice(other.from, other.to).map(({ id }) => id);
  const rest = unpack(searchPacked({ request, mode: 'best', work }));
  expect(alone.length).toBeGreaterThan(SYMBOLS / 2);
  expect(rest).toEqual(alone.filter(({ symbol }) => !others.includes(symbol)));
});

test('a search that is left turn after turn finds what one in one go does', () => {
  const whole = unpack(searchPacked({ request, mode: 'best', work: searchWork(symbols) }));
  const work = searchWork(symbols);
  const found: ReturnType<typeof unpack>[] = [];
  do found.push(unpack(searchPacked({ request, mode: 'best', work }, () => true)));
  while (!isTaken(work));
  expect(found.length).toBeGreaterThan(5);
  expect(found.flat()).toEqual(whole);
});

test('nothing is left to take once a search is called off', () => {
  const work = searchWork(symbols);
  callOff(work);
  expect(takeSymbols(work)).toBeNull();
  expect(searchPacked({ request, mode: 'best', work })).toEqual(pack([]));
});
