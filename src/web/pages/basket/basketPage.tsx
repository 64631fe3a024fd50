import { useMemo } from 'preact/hooks';
import { useSession } from '../../api/session';
import { type Answer, useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { oneOf } from '../../ui/lookback';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import {
  type Asked,
  DEFAULTS,
  HORIZONS,
  type Horizon,
  requestOf,
  SCENARIOS,
  type Scenario,
  scenarioQuestion,
} from './basket';
import { BasketForm } from './basketForm';
import { BasketResult } from './basketResult';

/** A hypothetical basket over the same window of past years. */
export default function BasketPage() {
  const [asked, set] = useUrlState(DEFAULTS);
  const session = useSession();
  // Visitors are refused: their few requests are kept for what they may see.
  const mayAsk = session.kind === 'account';
  const horizon = oneOf(asked.horizon, HORIZONS, '30');
  const request = requestOf(asked, horizon);
  return (
    <Page
      title="Basket"
      lead="What some positions would have done together in one window of past years. Percentages only: no amounts, no shares, nothing of what you hold is asked or kept."
    >
      {!mayAsk && (
        <Notice kind="warn" title="Baskets need an account">
          The demo token of visitors covers single symbols and comparisons. The form shows what can be asked; sign in to
          see the answer.
        </Notice>
      )}
      <BasketForm asked={asked} ask={set} />
      {request === null && horizon !== 'custom' ? (
        <Notice title="Nothing to show yet">
          <p>Name at least one symbol above and its weight.</p>
        </Notice>
      ) : (
        mayAsk && <Scenarios asked={asked} horizon={horizon} choose={(key) => set({ horizon: key })} />
      )}
      {request !== null && <Curl url={SCENARIOS} body={request} />}
    </Page>
  );
}

function Scenarios({ asked, horizon, choose }: { asked: Asked; horizon: Horizon; choose: (horizon: string) => void }) {
  const asks = { ...asked, horizon: '' };
  const held = [
    useScenario(asks, '30'),
    useScenario(asks, '60'),
    useScenario(asks, '90'),
    useScenario(asks, 'eoy'),
    useScenario(asks, 'custom'),
  ];
  const answers = HORIZONS.map((key, i) => ({ key, answer: held[i][0], again: held[i][1] }));
  const shown = answers.find(({ key, answer }) => key === horizon && answer.state !== 'idle') ?? answers[0];
  const ready = useMemo(
    () => answers.flatMap(({ key, answer }) => (answer.state === 'ready' ? [{ key, scenario: answer.data }] : [])),
    held.map(([answer]) => answer),
  );
  return (
    <Answered answer={shown.answer} again={shown.again} lines={14}>
      {(scenario) => <BasketResult chosen={shown.key} scenario={scenario} all={ready} choose={choose} />}
    </Answered>
  );
}

function useScenario(asked: Asked, horizon: Horizon): [Answer<Scenario>, () => void] {
  const request = requestOf(asked, horizon);
  return useAnswer(request && scenarioQuestion(request));
}
