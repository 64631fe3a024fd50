/** Addresses of the pages, as wouter reads them. The server knows them too (src/http/webPages.ts). */
export const ROUTES = {
  scan: '/',
  symbol: '/symbol/:market?/:symbol',
  compare: '/compare',
  basket: '/basket',
  calendar: '/calendar',
  dailyPick: '/daily-pick',
  markets: '/markets',
  market: '/markets/:id',
  method: '/method',
  account: '/account/*?',
  operator: '/operator/*?',
  signIn: '/sign-in/*?',
} as const;

/** Address of a symbol's page. */
export function symbolAddress(symbol: string, market?: string): string {
  const name = encodeURIComponent(symbol);
  return market === undefined ? `/symbol/${name}` : `/symbol/${encodeURIComponent(market)}/${name}`;
}

/** Of a market's page. */
export function marketAddress(id: string): string {
  return `/markets/${encodeURIComponent(id)}`;
}

/** What stands in an address, as text; what cannot be decoded stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where to sign in, to come back to a page afterwards. */
export function signInAddress(next: string): string {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}
