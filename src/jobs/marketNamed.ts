import type { Market } from '../core/calendar/market';

/**
 * The market that an id, a name or an alias names, without regard to case, spaces and dashes.
 *
 * @throws Error naming the markets there are
 */
export function marketNamed(markets: readonly Market[], text: string): Market {
  const found = markets.find((market) => namesMarket(market, text));
  if (found) return found;
  const known = markets.map(({ id, name }) => `${id} ${name}`).join(', ');
  throw new Error(`--market '${text}' is no market; there are ${known}`);
}

/** Whether a text is the market's id, name or one of its aliases. */
export function namesMarket({ id, name, aliases }: Market, text: string): boolean {
  return [id, name, ...aliases].some((token) => plain(token) === plain(text));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
