import { toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Bars } from '../core/window/bars';
import { gapLimitOf, type SeriesFacts, seriesFacts } from '../services/operator/priceSurvey';
import type { RecordedChange } from '../storage/priceHistory';
import type { KeptFinding, QualityReport } from '../storage/priceQuality';
import type { PriceStore } from '../storage/prices';
import { type StoredSymbol, StoredSymbols } from './storedSymbols';

/** A stored finding, and the report of its run. */
export interface FindingSummary extends KeptFinding {
  readonly report: QualityReport | null;
}

/** Facts about a symbol for the operator. */
export interface SymbolFacts extends SeriesFacts {
  readonly symbol: StoredSymbol;
  /** Refused and flagged rows of runs that concern the stored prices; newest run first. */
  readonly findings: readonly FindingSummary[];
  /** Newest first. */
  readonly restatements: readonly RecordedChange[];
}

/** @throws Error if there is no such symbol */
export async function symbolFacts(
  prices: PriceStore,
  markets: readonly Market[],
  ticker: string,
): Promise<SymbolFacts> {
  const symbol = new StoredSymbols(await prices.index()).get(ticker);
  const read = (await prices.read([symbol.id])).get(symbol.id);
  return {
    symbol,
    ...seriesFacts(read, gapLimitOf(symbol, markets)),
    findings: await findingSummary(prices, symbol),
    restatements: (await prices.history.of(symbol.symbol)).filter(({ restated }) => restated > 0),
  };
}

async function findingSummary({ quality }: PriceStore, symbol: StoredSymbol): Promise<FindingSummary[]> {
  const reports = new Map<number, QualityReport | null>();
  const findings: FindingSummary[] = [];
  for (const finding of await quality.of(symbol)) {
    const { reportId } = finding;
    if (!reports.has(reportId)) reports.set(reportId, await quality.report(reportId));
    findings.push({ ...finding, report: reports.get(reportId) ?? null });
  }
  return findings;
}

/**
 * A symbol's prices as CSV, which an import reads back exactly. An unknown high or low is an empty field.
 *
 * @throws Error if there is no such symbol, or its prices are missing, simulated or damaged
 */
export async function symbolCsv(prices: PriceStore, ticker: string): Promise<string> {
  const { id, symbol, series } = new StoredSymbols(await prices.index()).get(ticker);
  if (series === null) throw new Error(`there are no prices of ${symbol}`);
  if (series.simulated) throw new Error(`the prices of ${symbol} are simulated by the sandbox and cannot be exported`);
  const bars = (await prices.read([id])).get(id);
  if (bars === undefined) throw new Error(`there are no prices of ${symbol}`);
  if (bars instanceof Error) throw bars;
  return csvOf(bars);
}

/** The columns of bars as CSV with lines that end in LF, since a shell reads them; it holds no text to escape. */
function csvOf({ day, close, high, low }: Bars): string {
  const field = (price: number) => (Number.isNaN(price) ? '' : String(price));
  const lines = Array.from(day, (date, i) => `${toIso(date)},${field(high[i])},${field(low[i])},${close[i]}`);
  return `Date,High,Low,Close\n${lines.join('\n')}\n`;
}
