import { useParams } from 'wouter-preact';
import { useAnswer } from '../../api/useAnswer';
import { decoded } from '../../routes';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Skeleton } from '../../ui/skeleton';
import { HeatMapSection } from './heatMapSection';
import { Identity } from './identity';
import { OtherSetups } from './otherSetups';
import './symbol.css';
import { NextStep } from './nextStep';
import { OtherTickers } from './otherTickers';
import { analysisOf, DEFAULTS, fullCard, heatMapOf, type Place } from './symbolQuery';
import { WindowForm } from './windowForm';
import { WindowHead } from './windowHead';
import { WindowYears } from './windowYears';

/** One symbol: its year, its windows, and one of them in full. */
export default function SymbolPage() {
  const params = useParams<{ market?: string; symbol: string }>();
  const place: Place = {
    symbol: decoded(params.symbol),
    ...(params.market && { market: decoded(params.market) }),
  };
  const [asked, set] = useUrlState(DEFAULTS);
  const question = analysisOf(place, asked);
  const mapQuestion = heatMapOf(place, asked);
  const [analysis, again] = useAnswer(question);
  const [map, mapAgain] = useAnswer(mapQuestion);
  const shown = analysis.state === 'ready' ? analysis.data : analysis.state === 'loading' ? analysis.before : null;
  const card = shown && fullCard(shown);
  // Of another symbol nothing is left standing while this one is asked for.
  const isOther =
    card !== null && card.symbol.toUpperCase() !== place.symbol.toUpperCase() && analysis.state !== 'ready';
  const pin = (entry: string, hold: number) =>
    set({ entry_date: entry, days_out: String(hold), period: '', reverse: '' });
  return (
    <Page
      title={card && !isOther ? card.symbol : place.symbol.toUpperCase()}
      lead={card && !isOther && <Identity card={card} />}
    >
      {shown?.data_age_note && (
        <Notice kind="warn" title="Old prices">
          <p>{shown.data_age_note}</p>
        </Notice>
      )}
      <WindowForm asked={asked} ask={set} shown={card} />
      {analysis.state === 'failed' ? (
        <>
          <FailureNotice failure={analysis.failure} again={again} />
          <OtherTickers failure={analysis.failure} />
        </>
      ) : shown === null || card === null || isOther ? (
        <Skeleton lines={12} />
      ) : (
        <div class={analysis.state === 'loading' ? 'stack waiting' : 'stack'} aria-busy={analysis.state === 'loading'}>
          <WindowHead card={card} />
          <Answered answer={map} again={mapAgain} lines={10}>
            {(found) => <HeatMapSection map={found} card={card} asked={asked} ask={set} pin={pin} />}
          </Answered>
          <WindowYears card={card} asked={asked} />
          <NextStep card={card} />
          <OtherSetups analysis={shown} ask={set} />
        </div>
      )}
      <Curl url={question.url} />
      <Curl url={mapQuestion.url} />
    </Page>
  );
}
