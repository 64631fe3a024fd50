import { useParams } from 'wouter-preact';
import { useRequest } from '../../api/useRequest';
import { decoded } from '../../routes';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
import { Skeleton } from '../../ui/skeleton';
import { HeatMapSection } from './heatMapSection';
import { Identity } from './identity';
import { OtherSetups } from './otherSetups';
import './symbol.css';
import { NextStep } from './nextStep';
import { OtherTickers } from './otherTickers';
import { analysisRequest, DEFAULTS, fullCard, heatMapRequest, type Listing, NO_SEARCH } from './symbolQuery';
import { WindowForm } from './windowForm';
import { WindowHead } from './windowHead';
import { WindowYears } from './windowYears';

/** A symbol: its average year, its heat map, and one window in detail. */
export default function SymbolPage() {
  const params = useParams<{ market?: string; symbol: string }>();
  const listing: Listing = {
    symbol: decoded(params.symbol),
    ...(params.market && { market: decoded(params.market) }),
  };
  const [state, set] = useUrlState(DEFAULTS);
  const request = analysisRequest(listing, state);
  const mapRequest = heatMapRequest(listing, state);
  const [analysis, refetch] = useRequest(request);
  const [map, refetchMap] = useRequest(mapRequest);
  const shown = analysis.state === 'ready' ? analysis.data : analysis.state === 'loading' ? analysis.staleData : null;
  const card = shown && fullCard(shown);
  // Stale data is shown while the window changes, but not when the symbol changes.
  const isOther =
    card !== null && card.symbol.toUpperCase() !== listing.symbol.toUpperCase() && analysis.state !== 'ready';
  const pin = (entry: string, hold: number) =>
    set({ entry_date: entry, days_out: String(hold), period: '', reverse: '', ...NO_SEARCH });
  return (
    <Page
      title={card && !isOther ? card.symbol : listing.symbol.toUpperCase()}
      lead={card && !isOther && <Identity card={card} />}
    >
      {shown?.data_age_note && (
        <Notice kind="warn" title="Old prices">
          <p>{shown.data_age_note}</p>
        </Notice>
      )}
      <WindowForm state={state} setState={set} shown={card} />
      {analysis.state === 'failed' ? (
        <>
          <FailureNotice failure={analysis.failure} refetch={refetch} />
          <OtherTickers failure={analysis.failure} />
        </>
      ) : shown === null || card === null || isOther ? (
        <Skeleton lines={12} />
      ) : (
        <div class={analysis.state === 'loading' ? 'stack waiting' : 'stack'} aria-busy={analysis.state === 'loading'}>
          <WindowHead card={card} />
          <ResponseView response={map} refetch={refetchMap} lines={10}>
            {(found) => <HeatMapSection map={found} card={card} state={state} setState={set} pin={pin} />}
          </ResponseView>
          <WindowYears card={card} state={state} />
          <NextStep card={card} />
          <OtherSetups analysis={shown} setState={set} />
        </div>
      )}
      <Curl url={request.url} />
      <Curl url={mapRequest.url} />
    </Page>
  );
}
