import inputs from '../../../../generated/pages.json';
import type { Question } from '../../api/answers';
import { API, answerOf, client, type Schemas } from '../../api/client';
import { CYCLES, oneOf } from '../../ui/lookback';

export type Scenario = Schemas['ScenarioResponse'];
export type Request = Schemas['ScenarioRequest'];
export type Direction = 'long' | 'short';

export const MOST_POSITIONS = inputs.runPortfolioScenarios.body.properties.positions.maxItems;

/** A row of the form: the four inputs there are, as text. */
export interface Row {
  readonly symbol: string;
  readonly weight: string;
  readonly direction: Direction;
  readonly market: string;
}

export const EMPTY_ROW: Row = { symbol: '', weight: '10', direction: 'long', market: '' };

export const DEFAULTS = {
  /** `SYMBOL*WEIGHT*DIRECTION*MARKET`, comma-separated; what is left out has its default. */
  positions: '',
  /** Of the contributions; all four are drawn. */
  horizon: '30',
  days: '',
  start: '',
  years: '10',
  cycle: 'consecutive',
  benchmark: '',
};
export type Asked = Readonly<typeof DEFAULTS>;

export const HORIZONS = ['30', '60', '90', 'eoy', 'custom'] as const;
export type Horizon = (typeof HORIZONS)[number];

export const HORIZON_NAMES: Readonly<Record<Horizon, string>> = {
  '30': '30 days',
  '60': '60 days',
  '90': '90 days',
  eoy: 'to year end',
  custom: 'custom',
};

/** Address of the page with a basket in it. */
export function basketAddress(rows: readonly Row[]): string {
  return `/basket?${new URLSearchParams({ positions: textOf(rows.slice(0, MOST_POSITIONS)) })}`;
}

/** The rows of an address. */
export function rowsOf(text: string): Row[] {
  return text
    .split(',')
    .filter((one) => one.trim() !== '')
    .slice(0, MOST_POSITIONS)
    .map((one) => {
      const [symbol = '', weight = '', direction = '', market = ''] = one.split('*').map((part) => part.trim());
      return {
        symbol,
        weight: weight || EMPTY_ROW.weight,
        direction: direction === 'short' ? 'short' : 'long',
        market,
      };
    });
}

/** Rows as an address carries them; those without a symbol are left out. */
export function textOf(rows: readonly Row[]): string {
  return rows
    .filter(({ symbol }) => symbol.trim() !== '')
    .map(({ symbol, weight, direction, market }) => {
      const parts = [symbol.trim(), weight.trim(), direction, market.trim()];
      return (parts[3] === '' ? parts.slice(0, 3) : parts).map((part) => part.replace(/[,*]/g, '')).join('*');
    })
    .join(',');
}

/** What is sent for a horizon; null where there is nothing to ask. */
export function requestOf(asked: Asked, horizon: Horizon): Request | null {
  const rows = rowsOf(asked.positions);
  if (rows.length === 0 || (horizon === 'custom' && asked.days === '')) return null;
  return {
    positions: rows.map(({ symbol, weight, direction, market }) => ({
      symbol,
      weight_pct: Number(weight),
      direction,
      ...(market && { market }),
    })),
    horizon,
    ...(horizon === 'custom' && { days: Number(asked.days) }),
    ...(asked.start && { start_date: asked.start }),
    ...(asked.benchmark && { benchmark: asked.benchmark }),
    years: Number(asked.years),
    pe_cycle: oneOf(
      asked.cycle,
      CYCLES.map(([key]) => key),
      'consecutive',
    ),
  };
}

export const SCENARIOS = `${API}/portfolio/scenarios`;

/** A body is part of what tells one question from another. */
export function scenarioQuestion(body: Request): Question<Scenario> {
  return {
    url: `${SCENARIOS}#${JSON.stringify(body)}`,
    ask: (signal) => answerOf(client.POST('/portfolio/scenarios', { body, signal })),
  };
}
