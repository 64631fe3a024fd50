import { useEffect, useMemo } from 'preact/hooks';
import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { ResponseView } from '../../ui/responseView';
import { SavedScans } from '../savedScans/savedScans';
import { isFullCard } from '../symbol/symbolQuery';
import { CardTable } from './cardTable';
import type { Card } from './columns';
import { FilterForm } from './filterForm';
import { DEFAULT_FILTERS, FILTER_NAMES, type Filters, faultyFilters, LABELS, queryOf } from './filters';
import { ScanNotes } from './scanNotes';
import { TABLE_DEFAULTS, tableState } from './tableState';

const DEFAULTS = { ...DEFAULT_FILTERS, ...TABLE_DEFAULTS, saved: '' };

/** P-values are computed in the background: waits before each refetch while some are pending, milliseconds. */
const PENDING_WAITS = [5_000, 15_000, 45_000];

/** GET /scan for account holders. */
export function AccountScan() {
  const [state, setState] = useUrlState<keyof typeof DEFAULTS>(DEFAULTS);
  const filters = useMemo(
    () => Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]])) as Filters,
    // Opening or sorting rows changes the state too, but must not start a new scan.
    FILTER_NAMES.map((name) => state[name]),
  );
  const faulty = faultyFilters(filters);
  const request = faulty.length > 0 ? null : apiRequest('/scan', { query: queryOf(filters) });
  const [response, refetch] = useRequest(request, true);
  const scan = response.state === 'ready' ? response.data : null;
  const refresh = response.state === 'ready' ? response.refresh : undefined;
  useAskAgain(scan, refetch);
  return (
    <>
      <FilterForm filters={filters} apply={(next) => setState({ ...next, open: '', picked: '' })} />
      <SavedScans
        filters={faulty.length > 0 ? null : filters}
        id={state.saved}
        choose={(saved) => setState({ saved })}
      />
      {faulty.length > 0 && (
        <Notice kind="fault" title="This request is invalid">
          <p>The address names values that the API does not take: {faulty.map((name) => LABELS[name]).join(', ')}.</p>
        </Notice>
      )}
      <section aria-label="What the scan found" aria-live="polite" class="stack">
        <ResponseView response={response} refetch={refetch} lines={10}>
          {(found) => (
            <>
              <ScanNotes scan={found} cards={cardsOf(found)} />
              {isPending(found) && (
                <Notice>
                  <div class="row">
                    <p>Rows without p-values are hatched, and count as weak. {pendingReading(found)}</p>
                    <button type="button" class="button" onClick={refetch} disabled={refresh === 'under way'}>
                      {refresh === 'under way' ? 'Refreshing …' : 'Refresh'}
                    </button>
                  </div>
                </Notice>
              )}
              {refresh instanceof Failure && <FailureNotice failure={refresh} refetch={refetch} />}
              {found.count > 0 && (
                <CardTable
                  caption={`${found.count} setups with entries in ${found.window}`}
                  cards={cardsOf(found)}
                  fileName={`scan-${found.window}.csv`}
                  {...tableState(state, setState)}
                />
              )}
              <p class="small soft">{found.disclaimer}</p>
            </>
          )}
        </ResponseView>
      </section>
      {request && <Curl url={request.url} />}
    </>
  );
}

function cardsOf({ opportunities }: Schemas['ScanResponse']): readonly Card[] {
  return opportunities.filter(isFullCard);
}

/** Why p-values are not known yet; undefined when all are. */
function pendingReading({ opportunities }: Schemas['ScanResponse']): string | undefined {
  return opportunities.find(({ significance }) => significance.status === 'pending')?.significance.reading;
}

function isPending(scan: Schemas['ScanResponse']): boolean {
  return pendingReading(scan) !== undefined;
}

function useAskAgain(scan: Schemas['ScanResponse'] | null, refetch: () => void): void {
  const asked = useMemo(() => ({ times: 0 }), []);
  useEffect(() => {
    if (scan === null) return;
    if (!isPending(scan)) {
      asked.times = 0;
      return;
    }
    const wait = PENDING_WAITS[asked.times];
    if (wait === undefined) return;
    const timer = setTimeout(() => {
      asked.times += 1;
      refetch();
    }, wait);
    return () => clearTimeout(timer);
  }, [scan, refetch, asked]);
}
