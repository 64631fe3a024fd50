import { type Day, toIso } from '../../src/core/calendar/dates';
import type { Market } from '../../src/core/calendar/market';
import { FLAGS, REFUSALS } from '../../src/ingest/readings';
import { counted } from '../../src/jobs/importReport';
import type { FindingSummary, SymbolFacts } from '../../src/jobs/symbolFacts';
import type { PriceIndex } from '../../src/storage/prices';
import { formatTable } from '../terminal/table';
import { changeText, whenText } from './historyText';

/** Every symbol, or those of a market, as a table. */
export function listText({ symbols, dataVersion }: PriceIndex, market: Market | undefined): string {
  const shown = symbols.filter(({ markets }) => market === undefined || markets.includes(market.id));
  const rows = shown.map(({ symbol, name, markets, series }) => [
    symbol,
    markets.join(',') || '-',
    ...(series
      ? [toIso(series.firstDay), toIso(series.lastDay), counted(series.rows), whenText(series.importedAt)]
      : ['-', '-', '0', '-']),
    series?.source ?? '-',
    name === symbol ? '' : name,
  ]);
  const header = ['symbol', 'markets', 'first', 'last', 'bars', 'stored', 'source', 'name'];
  const without = shown.filter(({ series }) => series === null).length;
  return [
    rows.length > 0 ? formatTable([header, ...rows], [4]) : '',
    `${counted(shown.length)} symbols, ${counted(without)} without prices; data version ${dataVersion}\n`,
  ].join('');
}

/** The newest finding of each kind. */
const MOST_SHOWN = 20;

/** The report of a symbol. */
export function factsText(facts: SymbolFacts): string {
  const { symbol, damage, gaps, moves, withoutRange, findings, restatements } = facts;
  const { series } = symbol;
  const days = (from: Day, to: Day) => `${toIso(from)}..${toIso(to)}`;
  const lines = [
    `${symbol.symbol}${symbol.name === symbol.symbol ? '' : `, ${symbol.name}`}`,
    `  markets: ${symbol.markets.join(', ') || 'none'}`,
    ...symbol.formerly.map(({ ticker, until }) => `  called ${ticker} until ${whenText(until)}`),
    ...(series === null
      ? ['  without prices']
      : [
          `  prices: ${counted(series.rows)} bars ${days(series.firstDay, series.lastDay)}`,
          `  source: ${series.source}${series.simulated ? ' (sandbox)' : ''}, stored ${whenText(series.importedAt)}`,
          `  hash: ${series.hash}`,
        ]),
    ...(damage === null ? [] : [`  damaged: ${damage}`]),
    ...(withoutRange > 0 ? [`  bars without high or low: ${counted(withoutRange)}`] : []),
    ...section(
      'gaps',
      gaps.map(({ from, to }) => `${days(from, to)}: ${to - from} days`),
    ),
    ...section(
      'flags',
      moves.map(({ day, kind, detail }) => `${toIso(day)} ${FLAGS[kind]}: ${detail}`),
    ),
    ...section('reported by imports and feeds', findings.toReversed().map(findingText)),
    ...section(
      'restatements',
      restatements.toReversed().map((change) => `${whenText(change.at)} ${changeText(change)} (${change.run.label})`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** `refused duplicate 2 rows, 2024-01-03..2024-01-09: a date the file repeats further down (close 5, 6 in line 9; KO.csv)`. */
function findingText({ side, kind, rows, firstDay, lastDay, sample, file, report }: FindingSummary): string {
  const texts: Readonly<Record<string, string>> = side === 'refused' ? REFUSALS : FLAGS;
  const span = firstDay === null || lastDay === null ? '' : `, ${toIso(firstDay)}..${toIso(lastDay)}`;
  const where = [sample[0]?.detail ?? '', file ?? report?.run.label ?? '', report ? whenText(report.run.at) : ''];
  const why = texts[kind] ?? kind;
  return `${side} ${kind} ${counted(rows)} ${rows === 1 ? 'row' : 'rows'}${span}: ${why} (${where.filter((part) => part !== '').join('; ')})`;
}

function section(title: string, lines: readonly string[]): string[] {
  const newest = lines.slice(-MOST_SHOWN);
  const more = lines.length > newest.length ? `, the last ${newest.length}` : '';
  return [
    `  ${title}: ${lines.length === 0 ? 'none' : `${lines.length}${more}`}`,
    ...newest.map((line) => `    ${line}`),
  ];
}
