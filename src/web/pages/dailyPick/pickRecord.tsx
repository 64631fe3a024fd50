import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { ExcessLine } from '../../charts/excessLine';
import { ReliabilityDiagram } from '../../charts/reliabilityDiagram';
import { Notice } from '../../ui/notice';
import { Tabs } from '../../ui/tabs';
import { PickTable } from './pickTable';
import { VerifyRecord } from './verifyRecord';

type Evaluation = Schemas['PickEvaluation'];
type Over = Evaluation['excess'][number]['over'];
const TABS = [
  { key: 'random_dates', label: 'Against random dates' },
  { key: 'benchmark', label: 'Against the benchmark' },
] as const;

/** What stands behind the name of a tab. */
const MEANINGS: Readonly<Record<Over, string>> = {
  random_dates:
    'Random dates: the same symbol, direction and number of days, entered on each of the 126 sessions before and after the ' +
    'pick, its own window left out. None of them is drawn: their average is what a date picked blindly out of that year ' +
    'would be expected to make. It is known when the last of them has ended, half a year and the hold after the pick.',
  benchmark:
    "The market's benchmark, bought (or sold short, where the pick is short) and closed on the very sessions of the pick.",
};

/** The outcomes of the picks: against chance, one by one, and verified. */
export function PickRecord({ evaluation, note }: { evaluation: Evaluation; note: string | null }) {
  const { picks, calibration, replay } = evaluation;
  if (picks.length === 0)
    return (
      <>
        <Notice title="Nothing to judge yet">No pick has been made, so that there is nothing to count.</Notice>
        <VerifyRecord evaluation={evaluation} />
      </>
    );
  return (
    <div class="stack">
      {note && <p class="breaking">{note}</p>}
      <ExcessTabs evaluation={evaluation} />
      {calibration === null ? (
        <Notice title="No probabilities to judge">
          {replay ? 'A replay has no model.' : 'No pick that carries a prediction is closed.'}
        </Notice>
      ) : (
        <ReliabilityDiagram calibration={calibration} />
      )}
      <PickTable picks={picks} replay={replay} />
      <VerifyRecord evaluation={evaluation} />
    </div>
  );
}

function ExcessTabs({ evaluation: { excess } }: { evaluation: Evaluation }) {
  // What can be compared with something is shown first.
  const first = excess.find(({ points }) => points.length > 0)?.over ?? 'random_dates';
  const [chosen, choose] = useState<string>(first);
  const shown = excess.find(({ over }) => over === chosen);
  return (
    <Tabs label="What picks are held against" tabs={TABS} chosen={chosen} choose={choose}>
      {shown && <p class="small soft">{MEANINGS[shown.over]}</p>}
      {shown && (shown.points.length === 0 ? <Notice>{shown.reading}</Notice> : <ExcessLine excess={shown} />)}
    </Tabs>
  );
}
