import type { Schemas } from '../../api/client';
import { searchOf } from '../../state/useUrlState';
import { DEFAULT_FILTERS, FILTER_NAMES, type FilterName, type Filters, LABELS, queryOf } from '../scan/filters';

export type SavedScan = Schemas['SavedScan'];

/** The filters of the scan page that ask what is saved; how much of each card was wanted is no filter. */
export function filtersOf({ query }: Pick<SavedScan, 'query'>): Filters {
  const texts = FILTER_NAMES.map((name) => [name, query[name] === undefined ? '' : String(query[name])]);
  return Object.fromEntries(texts) as Filters;
}

/** As it is saved: how much of each card programs get is not the page's to change. */
export function savedQueryOf(filters: Filters, former?: SavedScan['query']): Schemas['NewSavedScanQuery'] {
  const kept = former === undefined ? {} : { view: former.view, ...(former.include && { include: former.include }) };
  // Those that have a default may be left out, which the type does not tell.
  return { ...kept, ...queryOf(filters) } as Schemas['NewSavedScanQuery'];
}

/** Whether filters ask for what is saved, however their numbers are written. */
export function isSame(filters: Filters, scan: SavedScan): boolean {
  return JSON.stringify(queryOf(filters)) === JSON.stringify(queryOf(filtersOf(scan)));
}

/** The scan page with the filters of a saved scan, which it knows by its id. */
export function savedScanAddress(scan: SavedScan): string {
  const defaults = { ...DEFAULT_FILTERS, saved: '' };
  return `/${searchOf({ ...filtersOf(scan), saved: scan.saved_scan_id }, defaults)}`;
}

/** Its runs, one by one. */
export function scanRunsAddress(id: string): string {
  return `/account/saved-scans/${encodeURIComponent(id)}`;
}

/** What a scan looks for, by the labels of its controls: `Markets 0,11 · Direction long`. */
export function filtersText(scan: SavedScan): string {
  const filters = filtersOf(scan);
  const isTold = (name: FilterName) => name === 'window' || filters[name] !== DEFAULT_FILTERS[name];
  return FILTER_NAMES.filter(isTold)
    .map((name) => `${LABELS[name]} ${filters[name].replaceAll('_', ' ')}`)
    .join(' · ');
}
