import type { Schemas } from '../../api/client';
import { symbolAddress } from '../../routes';
import { searchOf } from '../../state/useUrlState';
import { type Asked, DEFAULTS } from './symbolQuery';

/** A window as other pages show it. */
export interface ShownWindow {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Schemas['Direction'];
  readonly entry_date: string;
  /** Calendar days, the entry day included. */
  readonly hold_days: number;
  /** The lookback as cards label it ("10", "8 pe2"); without it the page's own. */
  readonly years?: string;
}

/** Address of a symbol's page with a window pinned, so that the page shows what its link stood beside. */
export function windowAddress({ symbol, market, direction, entry_date, hold_days, years }: ShownWindow): string {
  const pinned: Asked = { ...DEFAULTS, entry_date, days_out: String(hold_days), direction, ...lookbackOf(years) };
  return symbolAddress(symbol, market) + searchOf(pinned, DEFAULTS);
}

function lookbackOf(label: string | undefined): Partial<Asked> {
  if (label === undefined) return {};
  const [years, cycle] = label.split(' ');
  return { years, ...(cycle !== undefined && { pe_cycle: 'pe' }) };
}

/** The same of a card. */
export function cardAddress({ symbol, market, direction, setup, stats }: Schemas['PatternCard']): string {
  const { entry_date, hold_days } = setup;
  return windowAddress({ symbol, market: market.id, direction, entry_date, hold_days, years: stats.years });
}
