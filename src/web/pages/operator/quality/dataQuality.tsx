import { useEffect } from 'preact/hooks';
import { askingConsole } from '../../../api/console';
import { useAnswer } from '../../../api/useAnswer';
import { useUrlState } from '../../../state/useUrlState';
import { count } from '../../../ui/format';
import { Notice } from '../../../ui/notice';
import { OperatorAnswer } from '../operatorAnswer';
import { type Chosen, isKind, QualityFilters } from './qualityFilters';
import { QualityRuns } from './qualityRuns';
import { RunReport } from './runReport';
import { SymbolTable } from './symbolTable';
import './quality.css';
import { PageButtons } from '../../../ui/pageButtons';

const STATE = { market: '', symbol: '', kind: '', after: '', before: '', run: '', finding: '' } as const;
/** Between two looks while prices are still being looked at. */
const AGAIN_MS = 3_000;

/** The stored prices and the reports of runs; or one report, where the address names it. */
export function DataQuality() {
  const [{ market, symbol, kind, after, before, run, finding }, setState] = useUrlState(STATE);
  const runId = Number(run);
  const show = (id: number) => setState({ run: String(id), finding: '' });
  if (run !== '' && Number.isSafeInteger(runId) && runId > 0) {
    return (
      <RunReport
        runId={runId}
        after={Number(finding) || null}
        go={(next) => setState({ finding: next === null ? '' : String(next) })}
        back={() => setState({ run: '', finding: '' })}
      />
    );
  }
  const look = (change: Partial<Chosen>) => setState({ ...change, after: '' });
  return (
    <>
      <StoredPrices
        chosen={{ market, symbol, kind }}
        after={after}
        look={look}
        go={(next) => setState({ after: next })}
        show={show}
      />
      <QualityRuns
        before={Number(before) || null}
        go={(next) => setState({ before: next === null ? '' : String(next) })}
        show={show}
      />
    </>
  );
}

function StoredPrices(props: {
  chosen: Chosen;
  after: string;
  look: (change: Partial<Chosen>) => void;
  go: (after: string) => void;
  show: (runId: number) => void;
}) {
  const { chosen, after, look, go, show } = props;
  const { market, symbol, kind } = chosen;
  const query = {
    limit: 25,
    ...(market !== '' && { market }),
    ...(symbol !== '' && { symbol }),
    ...(isKind(kind) && { kind }),
    ...(after !== '' && { after }),
  };
  const [answer, again] = useAnswer(askingConsole('/operator/data-quality', { query }));
  const pending = answer.state === 'ready' ? answer.data.pending : 0;
  useEffect(() => {
    if (pending === 0) return;
    const timer = setTimeout(again, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [pending, again, answer]);
  const counts = answer.state === 'ready' ? answer.data.counts : null;
  return (
    <section class="stack" aria-label="Stored prices">
      <QualityFilters chosen={chosen} counts={counts} look={look} />
      <OperatorAnswer answer={answer} again={again}>
        {({ symbols, total, next_after }) => (
          <>
            {pending > 0 && (
              <Notice title={`${count(pending)} symbols are still being looked at`}>
                <p>The list is of the others. It is asked for again by itself.</p>
              </Notice>
            )}
            {symbols.length === 0 ? (
              <Notice title={after === '' ? 'No symbol' : 'No further symbol'}>
                <p>{nothingText(chosen)}</p>
              </Notice>
            ) : (
              <SymbolTable rows={symbols} total={total} show={show} />
            )}
            <PageButtons isLater={after !== ''} next={next_after} go={(place) => go(place ?? '')} again={again} />
          </>
        )}
      </OperatorAnswer>
    </section>
  );
}

function nothingText({ market, symbol, kind }: Chosen): string {
  if (market === '' && symbol === '' && kind === '') return 'No symbol has prices: import some.';
  return 'No symbol with prices fits the filters. That is good news where they ask for faults.';
}
