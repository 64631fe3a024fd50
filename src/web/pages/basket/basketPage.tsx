import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useSession } from '../../api/session';
import { type ResponseState, useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { oneOf } from '../../ui/lookback';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
import {
  DEFAULTS,
  type FormState,
  HORIZONS,
  type Horizon,
  SCENARIOS,
  type Scenario,
  scenarioBody,
  scenarioRequest,
} from './basket';
import { BasketForm } from './basketForm';
import { BasketResult } from './basketResult';

/** A hypothetical basket over the same window of past years. */
export default function BasketPage() {
  const [submitted, set] = useUrlState(DEFAULTS);
  const session = useSession();
  // The API refuses visitors: no request of their small budget is spent on it.
  const mayAsk = session.kind === 'account';
  const horizon = oneOf(submitted.horizon, HORIZONS, '30');
  const request = scenarioBody(submitted, horizon);
  return (
    <Page
      title="Basket"
      lead="What some positions would have done together in one window of past years. Percentages only: no amounts, no shares, nothing of what you hold is asked or kept."
    >
      {session.kind === 'visitor' && (
        <Notice kind="warn" title="Baskets need an account">
          {session.demo !== null && 'The demo token of visitors covers single symbols and comparisons. '}
          The form shows what can be requested; <Link href="/sign-in">sign in</Link> to see results.
        </Notice>
      )}
      <BasketForm submitted={submitted} onSubmit={set} />
      {request === null && horizon !== 'custom' ? (
        <Notice title="Nothing to show yet">
          <p>Name at least one symbol above and its weight.</p>
        </Notice>
      ) : (
        mayAsk && <Scenarios submitted={submitted} horizon={horizon} choose={(key) => set({ horizon: key })} />
      )}
      {request !== null && <Curl url={SCENARIOS} body={request} />}
    </Page>
  );
}

function Scenarios({
  submitted,
  horizon,
  choose,
}: {
  submitted: FormState;
  horizon: Horizon;
  choose: (horizon: string) => void;
}) {
  const asks = { ...submitted, horizon: '' };
  const held = [
    useScenario(asks, '30'),
    useScenario(asks, '60'),
    useScenario(asks, '90'),
    useScenario(asks, 'eoy'),
    useScenario(asks, 'custom'),
  ];
  const responses = HORIZONS.map((key, i) => ({ key, response: held[i][0], refetch: held[i][1] }));
  const shown = responses.find(({ key, response }) => key === horizon && response.state !== 'idle') ?? responses[0];
  const ready = useMemo(
    () =>
      responses.flatMap(({ key, response }) => (response.state === 'ready' ? [{ key, scenario: response.data }] : [])),
    held.map(([response]) => response),
  );
  return (
    <ResponseView response={shown.response} refetch={shown.refetch} lines={14}>
      {(scenario) => <BasketResult chosen={shown.key} scenario={scenario} all={ready} choose={choose} />}
    </ResponseView>
  );
}

function useScenario(submitted: FormState, horizon: Horizon): [ResponseState<Scenario>, () => void] {
  const request = scenarioBody(submitted, horizon);
  return useRequest(request && scenarioRequest(request));
}
