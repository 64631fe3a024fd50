import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { failuresOf, readyOf, useAnswers } from '../../api/useAnswer';
import { symbolAddress } from '../../routes';
import type { settings } from '../../settings';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { DEFAULTS as ANALYSIS, analysisOf, fullCard } from '../symbol/symbolQuery';
import { CardTable } from './cardTable';
import { TABLE_DEFAULTS, tableState } from './tableState';
import { isFaulty, VISITOR_DEFAULTS, VisitorForm } from './visitorForm';

type Demo = NonNullable<typeof settings.demo>;

const DEFAULTS = { ...VISITOR_DEFAULTS, ...TABLE_DEFAULTS };

/** What a visitor sees in the place of a scan: the best window of the year of each symbol that anybody may ask about. */
export function VisitorScan({ demo }: { demo: Demo }) {
  const [state, setState] = useUrlState<keyof typeof DEFAULTS>(DEFAULTS);
  const { direction, years, pe_cycle } = state;
  const asked = useMemo(() => ({ direction, years, pe_cycle }), [direction, years, pe_cycle]);
  const questions = useMemo(
    () => (isFaulty(asked) ? [] : demo.tickers.map((symbol) => analysisOf({ symbol }, { ...ANALYSIS, ...asked }))),
    [demo, asked],
  );
  const [answers, again] = useAnswers(questions);
  const [failure] = failuresOf(answers);
  const cards = readyOf(answers).flatMap((analysis) => fullCard(analysis) ?? []);
  return (
    <>
      <Notice title={`Without an account: ${demo.tickers.join(', ')}`}>
        <p>
          A scan searches whole markets and needs an account, be it a free one: <Link href="/sign-in">sign in</Link>, or
          ask whoever runs this service. Here is the best window of the coming year of each symbol that anybody may look
          at.
        </p>
      </Notice>
      <VisitorForm asked={asked} ask={setState} />
      <section aria-label="What was found" aria-live="polite" class="stack">
        {failure && <FailureNotice failure={failure} again={again} />}
        {answers.some(({ state: waiting }) => waiting === 'loading') ? (
          <Skeleton lines={6} />
        ) : (
          cards.length > 0 && (
            <CardTable
              caption={`The best window of each of ${cards.length} symbols`}
              cards={cards}
              // The market is the one that the API finds, here as there.
              addressOf={({ symbol }) => symbolAddress(symbol)}
              fileName="windows.csv"
              {...tableState(state, setState)}
            />
          )
        )}
        <p class="small soft">{cards[0]?.disclaimer}</p>
      </section>
      {questions[0] && <Curl url={questions[0].url} />}
    </>
  );
}
