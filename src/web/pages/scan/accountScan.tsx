import { useEffect, useMemo } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { asking } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { SavedScans } from '../savedScans/savedScans';
import { CardTable } from './cardTable';
import type { Card } from './columns';
import { FilterForm } from './filterForm';
import { DEFAULT_FILTERS, FILTER_NAMES, type Filters, faultyFilters, LABELS, queryOf } from './filters';
import { ScanNotes } from './scanNotes';
import { TABLE_DEFAULTS, tableState } from './tableState';

const DEFAULTS = { ...DEFAULT_FILTERS, ...TABLE_DEFAULTS, saved: '' };

/** Luck is computed in the background: asked again after so long, a few times, milliseconds. */
const PENDING_WAITS = [5_000, 15_000, 45_000];

/** GET /scan, for who has an account. */
export function AccountScan() {
  const [state, setState] = useUrlState<keyof typeof DEFAULTS>(DEFAULTS);
  const filters = useMemo(
    () => Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]])) as Filters,
    // What is opened or sorted is no new scan.
    FILTER_NAMES.map((name) => state[name]),
  );
  const faulty = faultyFilters(filters);
  const question = faulty.length > 0 ? null : asking('/scan', { query: queryOf(filters) });
  const [answer, again] = useAnswer(question, true);
  const scan = answer.state === 'ready' ? answer.data : null;
  const renewal = answer.state === 'ready' ? answer.renewal : undefined;
  useAskAgain(scan, again);
  return (
    <>
      <FilterForm filters={filters} apply={(next) => setState({ ...next, open: '', picked: '' })} />
      <SavedScans
        filters={faulty.length > 0 ? null : filters}
        id={state.saved}
        choose={(saved) => setState({ saved })}
      />
      {faulty.length > 0 && (
        <Notice kind="fault" title="That cannot be asked">
          <p>The address names values that the API does not take: {faulty.map((name) => LABELS[name]).join(', ')}.</p>
        </Notice>
      )}
      <section aria-label="What the scan found" aria-live="polite" class="stack">
        <Answered answer={answer} again={again} lines={10}>
          {(found) => (
            <>
              <ScanNotes scan={found} cards={cardsOf(found)} />
              {isPending(found) && (
                <Notice>
                  <div class="row">
                    <p>Luck is still being computed for some rows, which are hatched; until then they count as weak.</p>
                    <button type="button" class="button" onClick={again} disabled={renewal === 'under way'}>
                      {renewal === 'under way' ? 'Looking …' : 'Look again'}
                    </button>
                  </div>
                </Notice>
              )}
              {renewal instanceof Failure && <FailureNotice failure={renewal} again={again} />}
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
        </Answered>
      </section>
      {question && <Curl url={question.url} />}
    </>
  );
}

/** Without `view` every card comes in full. */
function cardsOf({ opportunities }: Schemas['ScanResponse']): readonly Card[] {
  return opportunities.filter((card): card is Card => 'receipts' in card && 'per_year' in card.receipts);
}

function isPending(scan: Schemas['ScanResponse']): boolean {
  return scan.opportunities.some(({ significance }) => significance.status === 'pending');
}

function useAskAgain(scan: Schemas['ScanResponse'] | null, again: () => void): void {
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
      again();
    }, wait);
    return () => clearTimeout(timer);
  }, [scan, again, asked]);
}
