/** Days after the last price on which the browser's own day is believed to be the server's. */
const FRESH_DAYS = 7;

/** Where we are in the year: today; or the last price, where the browser's day is far from it. */
export function nowMark(asOf: string): { readonly date: string; readonly label: string } {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  const days = (Date.parse(today) - Date.parse(asOf)) / 86_400_000;
  return days >= 0 && days <= FRESH_DAYS ? { date: today, label: 'today' } : { date: asOf, label: 'last price' };
}
