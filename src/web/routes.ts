/** Paths of the pages, as patterns of wouter. The server has the same list (src/http/webPages.ts). */
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

/** Path of a symbol's page. */
export function symbolAddress(symbol: string, market?: string): string {
  const name = encodeURIComponent(symbol);
  return market === undefined ? `/symbol/${name}` : `/symbol/${encodeURIComponent(market)}/${name}`;
}

/** Path of a market's page. */
export function marketAddress(id: string): string {
  return `/markets/${encodeURIComponent(id)}`;
}

/** A percent-decoded part of a path; one that cannot be decoded is returned unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Path of the sign-in page. @param next the page to return to afterwards */
export function signInAddress(next: string): string {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}
