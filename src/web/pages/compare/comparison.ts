import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';
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
export type FormState = Readonly<typeof DEFAULTS>;

/** The tickers of a text, separated by commas, semicolons or spaces, without repetitions. */
export function tickersOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((ticker) => ticker !== '')
    .filter((ticker, i, all) => all.findIndex((other) => other.toUpperCase() === ticker.toUpperCase()) === i);
}

/** The request for a comparison; null with fewer than two or more than ten symbols. */
export function compareRequest(submitted: FormState) {
  const tickers = tickersOf(submitted.symbols);
  if (tickers.length < SYMBOLS.fewest || tickers.length > SYMBOLS.most) return null;
  const { market, period, entry_date } = submitted;
  // A period fixes both dates. An empty entry date is left to the server, whose current day may differ from the browser's.
  const dates =
    period === ''
      ? { ...(entry_date && { entry_date }), days_out: Number(submitted.days_out) }
      : { period: period as Schemas['Period'] };
  return apiRequest('/compare', {
    query: {
      symbols: tickers.join(','),
      ...(market && { market }),
      ...dates,
      years: Number(submitted.years),
      pe_cycle: oneOf(
        submitted.pe_cycle,
        CYCLES.map(([key]) => key),
        'consecutive',
      ),
      direction: oneOf(submitted.direction, ['long', 'short'], 'long'),
    },
  });
}
