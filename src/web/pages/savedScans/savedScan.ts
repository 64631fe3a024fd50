import type { Schemas } from '../../api/client';
import { searchOf } from '../../state/useUrlState';
import { DEFAULT_FILTERS, FILTER_NAMES, type FilterName, type Filters, LABELS, queryOf } from '../scan/filters';

export type SavedScan = Schemas['SavedScan'];

/** The filters of a saved scan; its view is not a filter. */
function filtersOf({ query }: Pick<SavedScan, 'query'>): Filters {
  const texts = FILTER_NAMES.map((name) => [name, query[name] === undefined ? '' : String(query[name])]);
  return Object.fromEntries(texts) as Filters;
}

/** The query to save. View and include of a former query are kept, since programs depend on them. */
export function savedQueryOf(filters: Filters, former?: SavedScan['query']): Schemas['NewSavedScanQuery'] {
  const kept = former === undefined ? {} : { view: former.view, ...(former.include && { include: former.include }) };
  // Fields with a default may be left out, which the generated type does not express.
  return { ...kept, ...queryOf(filters) } as Schemas['NewSavedScanQuery'];
}

/** Whether filters are those of a saved scan; numbers may be written differently. */
export function isSame(filters: Filters, scan: SavedScan): boolean {
  return JSON.stringify(queryOf(filters)) === JSON.stringify(queryOf(filtersOf(scan)));
}

/** URL of the scan page with the filters and the id of a saved scan. */
export function savedScanAddress(scan: SavedScan): string {
  const defaults = { ...DEFAULT_FILTERS, saved: '' };
  return `/${searchOf({ ...filtersOf(scan), saved: scan.saved_scan_id }, defaults)}`;
}

/** Path of the page with the runs of a saved scan. */
export function scanRunsAddress(id: string): string {
  return `/account/saved-scans/${encodeURIComponent(id)}`;
}

/** The filters of a saved scan in words: `Markets 0,11 · Direction long`. */
export function filtersText(scan: SavedScan): string {
  const filters = filtersOf(scan);
  const isListed = (name: FilterName) => name === 'window' || filters[name] !== DEFAULT_FILTERS[name];
  return FILTER_NAMES.filter(isListed)
    .map((name) => `${LABELS[name]} ${filters[name].replaceAll('_', ' ')}`)
    .join(' · ');
}
