import { Link } from 'wouter-preact';
import { asking } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import { ConsoleAnswer } from '../account/consoleAnswer';
import { RunReport, RunTime } from './runReport';
import { scanRunsAddress } from './savedScan';

/** What the newest run of a saved scan found new, gone and to be entered next. */
export function NewestRun({ id }: { id: string }) {
  const [answer, again] = useAnswer(
    asking('/saved-scans/{saved_scan_id}/changes', { path: { saved_scan_id: id }, query: { limit: 1 } }),
  );
  return (
    <section aria-label="Changes" class="stack">
      <ConsoleAnswer answer={answer} again={again}>
        {({ runs: [run] }) =>
          run === undefined ? (
            <NotRunYet />
          ) : (
            <>
              <h2>
                <RunTime run={run} />
              </h2>
              <RunReport run={run} folded />
              <p>
                <Link href={scanRunsAddress(id)}>Earlier runs</Link>
              </p>
            </>
          )
        }
      </ConsoleAnswer>
    </section>
  );
}

export function NotRunYet() {
  return (
    <p class="soft">
      It has not run yet. Every saved scan runs by itself, once over each new state of the prices, within minutes after
      they come in: from then on this says what is new, gone and entered next.
    </p>
  );
}
