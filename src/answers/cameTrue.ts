import type { Day } from '../core/calendar/dates';
import { HOLD_BANDS } from '../core/cameTrue/bands';
import type { MonthSums } from '../core/cameTrue/months';
import { REACH, type Share, shareAsOf, sharesByDecade } from '../core/cameTrue/share';
import { round4 } from '../core/statistics/round';
import type { CameTrueMarket } from './shapes';

/** What came true in a market by hold and decade (METHOD 10). Null with fewer than 60 months in every decade. */
export function cameTrueMarket(
  { market, name, dataVersion }: { readonly market: string; readonly name: string; readonly dataVersion: string },
  months: readonly (readonly MonthSums[])[],
  asOf: Day,
): CameTrueMarket | null {
  const shares = HOLD_BANDS.flatMap(({ from, to, studied }, band) =>
    sharesByDecade(months[band], asOf).map((decade) => ({
      min_hold: from,
      max_hold: to,
      studied_hold: studied,
      from_year: decade.from,
      to_year: decade.to,
      ...published(decade.share),
    })),
  );
  return shares.length === 0
    ? null
    : { market, name, data_version: dataVersion, reading: reading(months, asOf), shares };
}

function published({ share, standardError, months }: Share) {
  return {
    share: round4(share),
    standard_error: round4(standardError),
    low: round4(share - REACH * standardError),
    high: round4(share + REACH * standardError),
    months,
  };
}

/** The shares of the last ten years in words. */
function reading(months: readonly (readonly MonthSums[])[], asOf: Day): string {
  const parts = HOLD_BANDS.flatMap(({ from, to }, band) => {
    const latest = shareAsOf(months[band], asOf);
    if (latest === null) return [];
    const { share, standardError } = latest;
    const [low, high] = [share - REACH * standardError, share + REACH * standardError].map(wholePercent);
    return [`${wholePercent(share)} % (${low} to ${high}) for holds of ${from} to ${to} days`];
  });
  return parts.length === 0
    ? 'The last ten years have fewer than 60 months to measure.'
    : `Of what windows showed beyond their peers, this came true in the last ten years: ${parts.join(', ')}.`;
}

/** Adding 0 makes -0 a 0. */
function wholePercent(share: number): number {
  return Math.round(100 * share) + 0;
}
