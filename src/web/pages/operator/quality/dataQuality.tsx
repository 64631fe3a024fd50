import { useEffect } from 'preact/hooks';
import { consoleRequest } from '../../../api/console';
import { useRequest } from '../../../api/useRequest';
import { useUrlState } from '../../../state/useUrlState';
import { count } from '../../../ui/format';
import { Notice } from '../../../ui/notice';
import { OperatorResponse } from '../operatorResponse';
import { isKind, type QualityFilter, QualityFilters } from './qualityFilters';
import { QualityRuns } from './qualityRuns';
import { RunReport } from './runReport';
import { SymbolTable } from './symbolTable';
import './quality.css';
import { PageButtons } from '../../../ui/pageButtons';

const STATE = { market: '', symbol: '', kind: '', after: '', before: '', run: '', finding: '' } as const;
/** Wait before a refetch while symbols are still being checked, milliseconds. */
const REFETCH_MS = 3_000;

/** The stored prices and the list of runs, or the report of the run in the URL. */
export function DataQuality() {
  const [{ market, symbol, kind, after, before, run, finding }, setState] = useUrlState(STATE);
  const runId = Number(run);
  const onShowRun = (id: number) => setState({ run: String(id), finding: '' });
  if (run !== '' && Number.isSafeInteger(runId) && runId > 0) {
    return (
      <RunReport
        runId={runId}
        after={Number(finding) || null}
        goTo={(next) => setState({ finding: next === null ? '' : String(next) })}
        back={() => setState({ run: '', finding: '' })}
      />
    );
  }
  const onFilter = (change: Partial<QualityFilter>) => setState({ ...change, after: '' });
  return (
    <>
      <StoredPrices
        chosen={{ market, symbol, kind }}
        after={after}
        onFilter={onFilter}
        goTo={(next) => setState({ after: next })}
        onShowRun={onShowRun}
      />
      <QualityRuns
        before={Number(before) || null}
        goTo={(next) => setState({ before: next === null ? '' : String(next) })}
        onShowRun={onShowRun}
      />
    </>
  );
}

function StoredPrices(props: {
  chosen: QualityFilter;
  after: string;
  onFilter: (change: Partial<QualityFilter>) => void;
  goTo: (after: string) => void;
  onShowRun: (runId: number) => void;
}) {
  const { chosen, after, onFilter, goTo, onShowRun } = props;
  const { market, symbol, kind } = chosen;
  const query = {
    limit: 25,
    ...(market !== '' && { market }),
    ...(symbol !== '' && { symbol }),
    ...(isKind(kind) && { kind }),
    ...(after !== '' && { after }),
  };
  const [response, refetch] = useRequest(consoleRequest('/operator/data-quality', { query }));
  const pending = response.state === 'ready' ? response.data.pending : 0;
  useEffect(() => {
    if (pending === 0) return;
    const timer = setTimeout(refetch, REFETCH_MS);
    return () => clearTimeout(timer);
  }, [pending, refetch, response]);
  const counts = response.state === 'ready' ? response.data.counts : null;
  return (
    <section class="stack" aria-label="Stored prices">
      <QualityFilters chosen={chosen} counts={counts} onFilter={onFilter} />
      <OperatorResponse response={response} refetch={refetch}>
        {({ symbols, total, next_after }) => (
          <>
            {pending > 0 && (
              <Notice title={`${count(pending)} symbols are still being checked`}>
                <p>The list shows the others and is reloaded automatically.</p>
              </Notice>
            )}
            {symbols.length === 0 ? (
              <Notice title={after === '' ? 'No symbol' : 'No further symbol'}>
                <p>{noSymbolText(chosen)}</p>
              </Notice>
            ) : (
              <SymbolTable rows={symbols} total={total} onShowRun={onShowRun} />
            )}
            <PageButtons
              hasPrevious={after !== ''}
              next={next_after}
              goTo={(cursor) => goTo(cursor ?? '')}
              refetch={refetch}
            />
          </>
        )}
      </OperatorResponse>
    </section>
  );
}

function noSymbolText({ market, symbol, kind }: QualityFilter): string {
  if (market === '' && symbol === '' && kind === '') return 'No symbol has prices: import some.';
  return 'No symbol with prices fits the filters. That is good news where they ask for faults.';
}
