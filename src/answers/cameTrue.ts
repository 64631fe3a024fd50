import type { Day } from '../core/calendar/dates';
import { FEWEST_PEERS } from '../core/cameTrue/peers';
import {
  type CameTrue,
  expectedExcess,
  FEWEST_MONTHS,
  HOLD_BANDS,
  type MonthSums,
  NORMAL_80,
  type Share,
  STUDIED_HOLDS,
  shareAsOf,
  sharesByDecade,
} from '../core/cameTrue/share';
import { SHOWN_YEARS } from '../core/cameTrue/shown';
import { round4 } from '../core/statistics/round';
import { percent } from './phrases';
import type { CameTrueMarket, CameTrue as Published } from './shapes';

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
    low: round4(share - NORMAL_80 * standardError),
    high: round4(share + NORMAL_80 * standardError),
    months,
  };
}

/** The shares of the last ten years in words. */
function reading(months: readonly (readonly MonthSums[])[], asOf: Day): string {
  const parts = HOLD_BANDS.flatMap(({ from, to }, band) => {
    const latest = shareAsOf(months[band], asOf);
    if (latest === null) return [];
    const { share, standardError } = latest;
    const [low, high] = [share - NORMAL_80 * standardError, share + NORMAL_80 * standardError].map(wholePercent);
    return [`${wholePercent(share)} % (${low} to ${high}) for holds of ${from} to ${to} days`];
  });
  return parts.length === 0
    ? `The last ten years have fewer than ${FEWEST_MONTHS} months to measure.`
    : `Of what windows showed beyond their peers, this came true in the last ten years: ${parts.join(', ')}.`;
}

/** Adding 0 makes -0 a 0. */
function wholePercent(share: number): number {
  return Math.round(100 * share) + 0;
}

const NOT_APPLICABLE: Readonly<Record<Extract<CameTrue, { status: 'not_applicable' }>['reason'], string>> = {
  preset: 'What came true is measured for windows of fixed dates, not for named periods.',
  cycle: 'What came true is measured for consecutive years, not for a cycle.',
  hold: `What came true is measured for holds of ${STUDIED_HOLDS.min} to ${STUDIED_HOLDS.max} days.`,
  members: `What came true is measured in markets with at least ${FEWEST_PEERS} members.`,
  months: `The ten years before have fewer than ${FEWEST_MONTHS} months to measure what came true.`,
  years: `Fewer than ${SHOWN_YEARS.fewest} years of this window can be compared with its peers.`,
};

const WITHOUT_NUMBERS = {
  share: null,
  standard_error: null,
  months: null,
  shown_excess_pct: null,
  expected_excess_pct: null,
  low_pct: null,
  high_pct: null,
} as const;

/** The published `came_true` block (METHOD 10). */
export function cameTrueBlock(found: CameTrue): Published {
  const { status } = found;
  if (status === 'pending') {
    const reading = 'What came true in this market is still being measured; ask again in some minutes.';
    return { status, ...WITHOUT_NUMBERS, reading };
  }
  if (status === 'not_applicable') return { status, ...WITHOUT_NUMBERS, reading: NOT_APPLICABLE[found.reason] };
  const { share, shownPct } = found;
  const { low, high, standard_error, months } = published(share);
  const expected = expectedExcess(found);
  const reading =
    `Of what such windows showed beyond their peers, ${wholePercent(share.share)}% (${wholePercent(low)} to ` +
    `${wholePercent(high)}) came true in the last ten years: of ${percent(shownPct)} shown, ` +
    `${percent(expected.mean)} (${percent(expected.low)} to ${percent(expected.high)}).`;
  return {
    status,
    share: round4(share.share),
    standard_error,
    months,
    shown_excess_pct: round4(shownPct),
    expected_excess_pct: round4(expected.mean),
    low_pct: round4(expected.low),
    high_pct: round4(expected.high),
    reading,
  };
}
