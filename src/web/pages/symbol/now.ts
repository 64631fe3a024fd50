import { DAY_MS } from '../../ui/format';

/** The browser's date is used up to this many days after the last price; the server's clock may be set to another day. */
const FRESH_DAYS = 7;

/** The day to mark in charts of the year: today in New York, or the date of the last price when today is far from it. */
export function currentDay(asOf: string): { readonly date: string; readonly label: string } {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  const days = (Date.parse(today) - Date.parse(asOf)) / DAY_MS;
  return days >= 0 && days <= FRESH_DAYS ? { date: today, label: 'today' } : { date: asOf, label: 'last price' };
}
