import type { Schemas } from '../../api/client';
import { weekday } from '../../ui/format';
import { Notice } from '../../ui/notice';
import type { Card } from './columns';

/** Summary and warnings of a scan. */
export function ScanNotes({ scan, cards }: { scan: Schemas['ScanResponse']; cards: readonly Card[] }) {
  const { market_failures: failed, evidence_failures: unverified } = scan;
  const isIncomplete = failed.length > 0 || unverified > 0;
  return (
    <>
      <p class="lead">{scan.summary}</p>
      <p class="small soft">
        Shown: {scan.count} of {scan.found_count} found, {scan.shown_of_evaluated} verified. Entries in {scan.window},{' '}
        {scan.lookback.year1} years of which {scan.lookback.year2} won. {asOfText(scan.as_of)}
      </p>
      {scan.data_age_note && (
        <Notice kind="warn" title="Old prices">
          <p>{scan.data_age_note}</p>
        </Notice>
      )}
      {isIncomplete && (
        <Notice kind="warn" title="Not everything could be searched">
          {failed.length > 0 && (
            <p>
              No answer from {failed.length === 1 ? 'market' : 'markets'} {failed.join(', ')}.
            </p>
          )}
          {unverified > 0 && <p>{unverified} candidates could not be verified.</p>}
          <p>What is missing here may be there: this is no proof of absence.</p>
        </Notice>
      )}
      {scan.markets_note && (
        <Notice>
          <p>{scan.markets_note}</p>
        </Notice>
      )}
      {scan.lookback_note && (
        <Notice>
          <p>{scan.lookback_note}</p>
        </Notice>
      )}
      {scan.capped_by_plan && (
        <Notice>
          <p>
            More rows qualify than this plan shows.{' '}
            {scan.upgrade_url && <a href={scan.upgrade_url}>What other plans show</a>}
          </p>
        </Notice>
      )}
      {cards.length === 0 && (
        <Notice title="Nothing qualifies">
          <p>That is an answer, not a fault: widen the window, the markets or the filters to see more.</p>
        </Notice>
      )}
      {cards.length > 0 && cards.every(isNeutral) && (
        <Notice title="All of them neutral">
          <p>Windows were found, and none stands out enough for a ticket. Most scans of most days end like this.</p>
        </Notice>
      )}
    </>
  );
}

/** A card with a pending p-value is neutral for that reason only, and does not count. */
function isNeutral({ bias, significance }: Card): boolean {
  return bias === 'neutral' && significance.status !== 'pending';
}

function asOfText(asOf: string | null): string {
  return asOf === null ? 'No prices.' : `Prices through ${asOf}, a ${weekday(asOf)}.`;
}
