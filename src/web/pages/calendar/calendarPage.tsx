import { useMemo } from 'preact/hooks';
import { useSession } from '../../api/session';
import { useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import { CalendarMonth, type MonthState } from './calendarMonth';
import { plusDays, plusMonths, spanOf } from './days';
import { entriesOf, type Listed, listedOf, scanQuestion, useAnalyses } from './entries';

const DEFAULTS = { window: 'next_month', day: '', luck: '' };

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
        <OfScan window={state.window} shown={shown} />
      )}
    </Page>
  );
}

function OfScan({ window, shown }: { window: string; shown: MonthState }) {
  const question = scanQuestion(window);
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
  const held = useAnalyses(tickers);
  const answers = held.map(([answer]) => answer);
  const waiting = answers.some(({ state }) => state === 'loading');
  const failures = held.flatMap(([answer, again]) =>
    answer.state === 'failed' ? [{ failure: answer.failure, again }] : [],
  );
  const listed = useMemo((): Listed | null => {
    const told = answers.flatMap((answer) => (answer.state === 'ready' ? [answer.data] : []));
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
      {failures.slice(0, 1).map(({ failure }) => (
        <FailureNotice
          key={failure.message}
          failure={failure}
          again={() => failures.forEach(({ again }) => void again())}
        />
      ))}
      {waiting || listed === null ? (
        waiting && <Skeleton lines={14} />
      ) : (
        <CalendarMonth listed={listed} shown={shown} />
      )}
    </>
  );
}
