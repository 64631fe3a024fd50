import type { Schemas } from '../../api/client';
import { asking } from '../../api/question';
import { CYCLES, oneOf } from '../../ui/lookback';

export type Comparison = Schemas['CompareResponse'];
export type Entry = Comparison['symbols'][number];

export const SYMBOLS = { fewest: 2, most: 10 };

export const DEFAULTS = {
  symbols: '',
  market: '',
  period: '',
  entry_date: '',
  days_out: '30',
  years: '10',
  pe_cycle: 'consecutive',
  direction: 'long',
};
export type Asked = Readonly<typeof DEFAULTS>;

/** The tickers of a list, as they were typed: by commas, spaces or both. */
export function tickersOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((ticker) => ticker !== '')
    .filter((ticker, i, all) => all.findIndex((other) => other.toUpperCase() === ticker.toUpperCase()) === i);
}

/** Null while there are fewer than two symbols, or more than ten. */
export function questionOf(asked: Asked) {
  const tickers = tickersOf(asked.symbols);
  if (tickers.length < SYMBOLS.fewest || tickers.length > SYMBOLS.most) return null;
  const { market, period, entry_date } = asked;
  // A period fixes both dates. What is not said is left to the server, whose day may be another than the browser's.
  const dates =
    period === ''
      ? { ...(entry_date && { entry_date }), days_out: Number(asked.days_out) }
      : { period: period as Schemas['Period'] };
  return asking('/compare', {
    query: {
      symbols: tickers.join(','),
      ...(market && { market }),
      ...dates,
      years: Number(asked.years),
      pe_cycle: oneOf(
        asked.pe_cycle,
        CYCLES.map(([key]) => key),
        'consecutive',
      ),
      direction: oneOf(asked.direction, ['long', 'short'], 'long'),
    },
  });
}
