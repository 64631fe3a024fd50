import type { Schemas } from '../../api/client';
import { symbolAddress } from '../../routes';
import { searchOf } from '../../state/useUrlState';
import { DEFAULTS, type PageState } from './symbolQuery';

/** A window on another page. */
export interface ShownWindow {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Schemas['Direction'];
  readonly entry_date: string;
  /** Calendar days, the entry day included. */
  readonly hold_days: number;
  /** The label of the lookback on cards ("10", "8 pe2"); without it, the default of the page. */
  readonly years?: string;
}

/** URL of a symbol's page that shows a window. */
export function windowAddress({ symbol, market, direction, entry_date, hold_days, years }: ShownWindow): string {
  const pinned: PageState = { ...DEFAULTS, entry_date, days_out: String(hold_days), direction, ...lookbackOf(years) };
  return symbolAddress(symbol, market) + searchOf(pinned, DEFAULTS);
}

function lookbackOf(label: string | undefined): Partial<PageState> {
  if (label === undefined) return {};
  const [years, cycle] = label.split(' ');
  return { years, ...(cycle !== undefined && { pe_cycle: 'pe' }) };
}

/** URL of a symbol's page that shows the window of a card. */
export function cardAddress({ symbol, market, direction, setup, stats }: Schemas['PatternCard']): string {
  const { entry_date, hold_days } = setup;
  return windowAddress({ symbol, market: market.id, direction, entry_date, hold_days, years: stats.years });
}
