import { useMemo, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { asking } from '../../api/question';
import { useSession } from '../../api/session';
import { failuresOf, readyOf, useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { SelectField } from '../../ui/controls';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import { ConsoleAnswer } from '../account/consoleAnswer';
import { CalendarLinks } from './calendarLinks';
import { CalendarMonth, type MonthState } from './calendarMonth';
import { plusDays, plusMonths, spanOf } from './days';
import { entriesOf, type Listed, listedOf, scanQuestion, useAnalyses } from './entries';

const DEFAULTS = { window: 'next_month', day: '', luck: '', saved: '' };

/** What may be entered when, in the month to come. */
export default function CalendarPage() {
  const [state, set] = useUrlState(DEFAULTS);
  const session = useSession();
  const shown: MonthState = {
    day: state.day,
    onlyLuckBeaten: state.luck === '1',
    chooseDay: (day) => set({ day }),
    filter: (on) => set({ luck: on ? '1' : '' }),
    move: (from) => set({ window: `${from}..${plusDays(plusMonths(from, 1), -1)}`, day: '' }),
  };
  return (
    <Page
      title="Calendar"
      lead="Setups by the day they may be entered. Most of them are what luck alone would find; those that are not are filled."
    >
      {session.kind === 'visitor' ? (
        <OfVisitors tickers={session.demo?.tickers ?? []} window={state.window} shown={shown} />
      ) : (
        <OfAccount id={state.saved} choose={(saved) => set({ saved, day: '' })} window={state.window} shown={shown} />
      )}
    </Page>
  );
}

interface OfAccountProps {
  /** Of a saved scan; empty = the default one. */
  readonly id: string;
  readonly choose: (id: string) => void;
  readonly window: string;
  readonly shown: MonthState;
}

/** The month of a saved scan or of the default one, and what calendar apps subscribe to. What is saved is asked when it matters. */
function OfAccount({ id, choose, window, shown }: OfAccountProps) {
  const [isOpen, setOpen] = useState(id !== '');
  const [answer, again] = useAnswer(isOpen || id !== '' ? asking('/saved-scans') : null);
  const scans = answer.state === 'ready' ? answer.data.saved_scans : [];
  const chosen = scans.find(({ saved_scan_id }) => saved_scan_id === id);
  const saved = scans.map((one): [string, string] => [one.saved_scan_id, one.name]);
  return (
    <>
      <details class="filters" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{chosen === undefined ? 'Saved scans and calendar apps' : `Saved scan: ${chosen.name}`}</summary>
        <div class="stack">
          <ConsoleAnswer answer={answer} again={again}>
            {() => (
              <>
                <SelectField
                  label="Show the entries of"
                  value={chosen === undefined ? '' : id}
                  change={choose}
                  options={[['', 'the default scan'], ...saved]}
                />
                <CalendarLinks scans={scans} />
              </>
            )}
          </ConsoleAnswer>
        </div>
      </details>
      {id !== '' && answer.state === 'ready' && chosen === undefined && (
        <Notice kind="warn" title="No such saved scan">
          <p>The address names one that your account does not have: these are the entries of the default scan.</p>
        </Notice>
      )}
      {id !== '' && answer.state === 'loading' ? (
        <Skeleton lines={14} />
      ) : (
        <OfScan window={window} shown={shown} saved={chosen} />
      )}
    </>
  );
}

function OfScan({ window, shown, saved }: { window: string; shown: MonthState; saved?: Schemas['SavedScan'] }) {
  const question = scanQuestion(window, saved);
  const [answer, again] = useAnswer(question);
  return (
    <>
      <Answered answer={answer} again={again} lines={14}>
        {(scan) => <CalendarMonth listed={listedOf(scan)} shown={shown} />}
      </Answered>
      {answer.state === 'failed' && window !== DEFAULTS.window && (
        <button type="button" class="button" onClick={() => history.back()}>
          Back
        </button>
      )}
      <Curl url={question.url} />
    </>
  );
}

/** The five symbols of visitors, whose setups of the coming year are asked one by one. */
function OfVisitors({ tickers, window, shown }: { tickers: readonly string[]; window: string; shown: MonthState }) {
  const [answers, again] = useAnalyses(tickers);
  const waiting = answers.some(({ state }) => state === 'loading');
  const [failure] = failuresOf(answers);
  const listed = useMemo((): Listed | null => {
    const told = readyOf(answers);
    if (told.length === 0) return null;
    const first = plusDays(told.map(({ as_of }) => as_of).sort()[told.length - 1], 1);
    const span = spanOf(window) ?? { from: first, to: plusDays(plusMonths(first, 1), -1) };
    const entries = told.flatMap(entriesOf).filter(({ date }) => date >= span.from && date <= span.to);
    const notes = told.flatMap(({ data_age_note: note }) => (note === undefined ? [] : [note]));
    const summary = `${entries.length} setups of ${told.length} symbols begin from ${span.from} to ${span.to}.`;
    // What was asked is the year from today on.
    return { ...span, starts: [first, plusDays(first, 364)], entries, summary, notes, disclaimer: told[0].disclaimer };
  }, [...answers, window]);
  return (
    <>
      <Notice title={`Visitors see ${tickers.length} symbols`}>
        <p>
          {tickers.join(', ')}: the setups of the coming year of each. An account sees whole markets, searched at once.
        </p>
      </Notice>
      {failure && <FailureNotice failure={failure} again={again} />}
      {waiting || listed === null ? (
        waiting && <Skeleton lines={14} />
      ) : (
        <CalendarMonth listed={listed} shown={shown} />
      )}
    </>
  );
}
