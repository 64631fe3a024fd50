import type { Market } from '../core/calendar/market';
import { findMarket } from '../core/calendar/marketTokens';

/**
 * The market that the option `--market` names.
 *
 * @throws Error naming the markets there are
 */
export function marketNamed(markets: readonly Market[], text: string): Market {
  const found = findMarket(text, markets);
  if (found) return found;
  const known = markets.map(({ id, name }) => `${id} ${name}`).join(', ');
  throw new Error(`--market '${text}' is no market; there are ${known}`);
}
