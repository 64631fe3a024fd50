import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { failuresOf, readyData, useRequests } from '../../api/useRequest';
import { symbolAddress } from '../../routes';
import type { settings } from '../../settings';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { Skeleton } from '../../ui/skeleton';
import { DEFAULTS as ANALYSIS, analysisRequest, fullCard } from '../symbol/symbolQuery';
import { CardTable } from './cardTable';
import { TABLE_DEFAULTS, tableState } from './tableState';
import { isFaulty, VISITOR_DEFAULTS, VisitorForm } from './visitorForm';

type Demo = NonNullable<typeof settings.demo>;

const DEFAULTS = { ...VISITOR_DEFAULTS, ...TABLE_DEFAULTS };

/** For visitors, instead of a scan: the best window of the coming year of each demo symbol. */
export function VisitorScan({ demo }: { demo: Demo }) {
  const [state, setState] = useUrlState<keyof typeof DEFAULTS>(DEFAULTS);
  const { direction, years, pe_cycle } = state;
  const submitted = useMemo(() => ({ direction, years, pe_cycle }), [direction, years, pe_cycle]);
  const requests = useMemo(
    () =>
      isFaulty(submitted)
        ? []
        : demo.tickers.map((symbol) => analysisRequest({ symbol }, { ...ANALYSIS, ...submitted })),
    [demo, submitted],
  );
  const [responses, refetch] = useRequests(requests);
  const [failure] = failuresOf(responses);
  const cards = readyData(responses).flatMap((analysis) => fullCard(analysis) ?? []);
  return (
    <>
      <Notice title={`Without an account: ${demo.tickers.join(', ')}`}>
        <p>
          A scan searches whole markets and needs an account, be it a free one: <Link href="/sign-in">sign in</Link>, or
          ask whoever runs this service. Here is the best window of the coming year of each symbol that anybody may look
          at.
        </p>
      </Notice>
      <VisitorForm submitted={submitted} onSubmit={setState} />
      <section aria-label="What was found" aria-live="polite" class="stack">
        {failure && <FailureNotice failure={failure} refetch={refetch} />}
        {responses.some(({ state: waiting }) => waiting === 'loading') ? (
          <Skeleton lines={6} />
        ) : (
          cards.length > 0 && (
            <CardTable
              caption={`The best window of each of ${cards.length} symbols`}
              cards={cards}
              // Without a market the symbol's page sends the same request, which is cached.
              addressOf={({ symbol }) => symbolAddress(symbol)}
              fileName="windows.csv"
              {...tableState(state, setState)}
            />
          )
        )}
        <p class="small soft">{cards[0]?.disclaimer}</p>
      </section>
      {requests[0] && <Curl url={requests[0].url} />}
    </>
  );
}
