import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareReport } from '../../src/answers/comparison';
import { scenarioReport } from '../../src/answers/scenario';
import { compareSymbols } from '../../src/core/comparison/compare';
import { type Position, runScenario } from '../../src/core/comparison/portfolio';
import type { WindowSpec } from '../../src/core/window/window';
import { createKeys } from './keys';
import { ROOT, startService } from './server';
import { type Row, time } from './table';
import { LAST_DAY, syntheticCloses } from './universe';

const YEARS = 30;
const MARKET = { id: '0', name: 'DOW 30 STOCKS' };
const WINDOW: WindowSpec = {
  entry: LAST_DAY + 1,
  end: LAST_DAY + 90,
  asOf: LAST_DAY,
  years: YEARS,
  cycle: 'consecutive',
};
const TIMING = { warmUp: 20, rounds: 101, budget: 10 } as const;
const NOW = '2024-12-20T15:00:00Z';

/** Comparing 10 symbols and running a basket of 15, each over 30 years: computation alone, then as a client meets it. */
export async function compareRows(): Promise<Row[]> {
  return [...(await computed()), ...(await served())];
}

async function computed(): Promise<Row[]> {
  const symbols = Array.from({ length: 15 }, (_, i): Position & { market: typeof MARKET } => {
    const { day, close } = syntheticCloses(35, i + 1);
    const bars = { day, close, high: close.map((p) => p * 1.01), low: close.map((p) => p * 0.99) };
    return { symbol: `S${i}`, bars, gapLimit: 10, market: MARKET, weight: i + 1, direction: directionOf(i) };
  });
  const ten = symbols.slice(0, 10);
  const markets = ten.map(() => MARKET);
  return [
    await time(
      'compare, 10 symbols x 30 years',
      () =>
        compareReport(
          compareSymbols(ten, WINDOW, 'long'),
          markets,
          ten.map(() => null),
        ),
      TIMING,
    ),
    await time(
      'basket, 15 positions x 30 years',
      () => scenarioReport(runScenario(symbols, WINDOW, symbols[1]), symbols, WINDOW, symbols[1]),
      TIMING,
    ),
  ];
}

function directionOf(i: number): 'long' | 'short' {
  return i % 3 === 0 ? 'short' : 'long';
}

/** The built service over the sandbox, one client, one request after the other; every request asks for another hold. */
async function served(): Promise<Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: '2' };
  try {
    const server = await startService(env);
    try {
      const [forCompare, forBasket] = await createKeys(env.DATABASE_URL, 2);
      const tickers = await fetchTickers(server.url, forCompare);
      const positions = tickers.map((symbol, i) => ({ symbol, weight_pct: i + 1, direction: directionOf(i) }));
      const ten = tickers.slice(0, 10).join(',');
      let hold = 30;
      const compare = () =>
        ask(`${server.url}/v1/compare?symbols=${ten}&years=${YEARS}&days_out=${hold++}`, forCompare);
      const basket = () => {
        const body = { positions, horizon: 'custom', days: hold++, years: YEARS, benchmark: tickers[1] };
        return ask(`${server.url}/v1/portfolio/scenarios`, forBasket, body);
      };
      return [
        await time('GET /compare, 10 symbols x 30 years', compare, TIMING),
        await time('POST /portfolio/scenarios, 15 positions x 30 years', basket, TIMING),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fetchTickers(url: string, key: string): Promise<string[]> {
  const { symbols } = JSON.parse(await ask(`${url}/v1/markets/0/symbols?limit=15`, key));
  return symbols.map(({ symbol }: { symbol: string }) => symbol);
}

/** @throws Error when the answer is not 200 */
async function ask(url: string, key: string, body?: unknown): Promise<string> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { headers, ...post });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}
