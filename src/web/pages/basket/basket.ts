import inputs from '../../../../generated/pages.json';
import { API, client, responseBody, type Schemas } from '../../api/client';
import type { ApiRequest } from '../../api/responseCache';
import { CYCLES, oneOf } from '../../ui/lookback';

export type Scenario = Schemas['ScenarioResponse'];
export type ScenarioBody = Schemas['ScenarioRequest'];
export type Direction = 'long' | 'short';

export const MAX_POSITIONS = inputs.runPortfolioScenarios.body.properties.positions.maxItems;

/** A position in the form, as text. */
export interface Row {
  readonly symbol: string;
  readonly weight: string;
  readonly direction: Direction;
  readonly market: string;
}

export const EMPTY_ROW: Row = { symbol: '', weight: '10', direction: 'long', market: '' };

export const DEFAULTS = {
  /** `SYMBOL*WEIGHT*DIRECTION*MARKET`, comma-separated; missing parts have their default. */
  positions: '',
  /** Horizon whose contributions are shown; the chart shows all horizons. */
  horizon: '30',
  days: '',
  start: '',
  years: '10',
  cycle: 'consecutive',
  benchmark: '',
};
export type FormState = Readonly<typeof DEFAULTS>;

export const HORIZONS = ['30', '60', '90', 'eoy', 'custom'] as const;
export type Horizon = (typeof HORIZONS)[number];

export const HORIZON_NAMES: Readonly<Record<Horizon, string>> = {
  '30': '30 days',
  '60': '60 days',
  '90': '90 days',
  eoy: 'to year end',
  custom: 'custom',
};

/** URL of the page with a basket. */
export function basketAddress(rows: readonly Row[]): string {
  return `/basket?${new URLSearchParams({ positions: formatRows(rows.slice(0, MAX_POSITIONS)) })}`;
}

/** Positions of a URL parameter. */
export function parseRows(text: string): Row[] {
  return text
    .split(',')
    .filter((one) => one.trim() !== '')
    .slice(0, MAX_POSITIONS)
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

/** Positions as a URL parameter; those without a symbol are left out. */
export function formatRows(rows: readonly Row[]): string {
  return rows
    .filter(({ symbol }) => symbol.trim() !== '')
    .map(({ symbol, weight, direction, market }) => {
      const parts = [symbol.trim(), weight.trim(), direction, market.trim()];
      return (parts[3] === '' ? parts.slice(0, 3) : parts).map((part) => part.replace(/[,*]/g, '')).join('*');
    })
    .join(',');
}

/** The request body for a horizon; null without positions, and for the custom horizon without days. */
export function scenarioBody(submitted: FormState, horizon: Horizon): ScenarioBody | null {
  const rows = parseRows(submitted.positions);
  if (rows.length === 0 || (horizon === 'custom' && submitted.days === '')) return null;
  return {
    positions: rows.map(({ symbol, weight, direction, market }) => ({
      symbol,
      weight_pct: Number(weight),
      direction,
      ...(market && { market }),
    })),
    horizon,
    ...(horizon === 'custom' && { days: Number(submitted.days) }),
    ...(submitted.start && { start_date: submitted.start }),
    ...(submitted.benchmark && { benchmark: submitted.benchmark }),
    years: Number(submitted.years),
    pe_cycle: oneOf(
      submitted.cycle,
      CYCLES.map(([key]) => key),
      'consecutive',
    ),
  };
}

export const SCENARIOS = `${API}/portfolio/scenarios`;

/** A POST that is cached like a GET: its body is part of the cache key. */
export function scenarioRequest(body: ScenarioBody): ApiRequest<Scenario> {
  return {
    url: `${SCENARIOS}#${JSON.stringify(body)}`,
    send: (signal) => responseBody(client.POST('/portfolio/scenarios', { body, signal })),
  };
}
