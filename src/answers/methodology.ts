import { CONFIDENCE_FACTORS, P_LEVELS } from '../core/significance/significance';
import { binomialTail } from '../core/statistics/binomial';
import { round4 } from '../core/statistics/round';
import { MAX_TILT, NEUTRAL, WEIGHTS } from '../core/window/edge';
import type { Schema } from '../schema';
import type { MethodProse } from './methodProse';
import { disclaimerFor } from './phrases';
import type { CameTrueMarket, PublishedEvidence, PublishedModel } from './shapes';

/** Changes whenever a definition changes. */
const VERSION = '3';

/** The inputs of the answer. */
interface MethodologyInput {
  readonly prose: MethodProse;
  readonly simulated: boolean;
  /** The prediction model in service; null when there is none. */
  readonly model: PublishedModel | null;
  /** The published walk-forward evidence; null without any. */
  readonly evidence: PublishedEvidence | null;
  /** What came true, of the markets measured. */
  readonly cameTrue: readonly CameTrueMarket[];
}

/** The answer of GET /methodology: the definition of every published number, in agreement with METHOD. */
export function methodology({ prose, simulated, model, evidence, cameTrue }: MethodologyInput): Schema<'Methodology'> {
  return {
    version: VERSION,
    summary: prose.summary,
    sections: prose.sections,
    definitions: prose.definitions,
    edge_score: EDGE_SCORE,
    chance: CHANCE,
    limitations: prose.limitations,
    model,
    ...(evidence === null ? {} : { evidence }),
    came_true: [...cameTrue],
    disclaimer: disclaimerFor(simulated),
  };
}

const EDGE_SCORE: Schema<'EdgeScoreMethod'> = {
  range: { min: 0, max: 100 },
  neutral_below: NEUTRAL.edge,
  formula: [
    'clamp(x) = min(1, max(0, x))',
    `p0 = share of positive windows of the same symbol, hold and direction over all entry dates of the lookback; 0.5 if there are none`,
    'm0 = mean return of those windows; 0 if there are none',
    'p = (wins + 10*p0) / (n + 10)',
    'W = clamp((p - p0) / 0.25)',
    'S = min((mean - m0)/std, 10) * (1 - 3/(4*(n - 1) - 1)); the ratio is 10 if std = 0 and mean > m0, 0 if std = 0 otherwise',
    'T = clamp(S - sqrt((1 + S^2/2)/n)) if n >= 3, else 0',
    'C = clamp((median - m0)/(mean - m0)) if mean > m0, else 0',
    'nb = mean win share of the neighbours: entry -3..+3 days x hold -5, 0, +5; a hold below 2 or without an observed year is left out',
    'R = clamp((nb - p0) / 0.35)',
    `E = 100 * f * (${WEIGHTS.winRate}*W + ${WEIGHTS.strength}*T + ${WEIGHTS.evenness}*C + ${WEIGHTS.neighbours}*R) + tilt, tilt = (ml_score - 50)/50 * ${MAX_TILT} points, 0 unless the model has proven skill and predicts the setup`,
    `E = min(E, ${NEUTRAL.edge - 1}) if any of the caps holds`,
    'edge_score = floor(min(100, max(0, E)) + 0.5)',
  ],
  parts: [
    {
      symbol: 'W',
      weight: WEIGHTS.winRate,
      meaning: 'Win share, shrunk towards what any date would have won, beyond that.',
    },
    {
      symbol: 'T',
      weight: WEIGHTS.strength,
      meaning: 'Return beyond that of any date over its deviation, corrected for few years, less one standard error.',
    },
    {
      symbol: 'C',
      weight: WEIGHTS.evenness,
      meaning: 'Median over mean, both beyond drift: whether one outlier made the average.',
    },
    {
      symbol: 'R',
      weight: WEIGHTS.neighbours,
      meaning: 'Whether the neighbouring windows won more than any date, too.',
    },
  ],
  confidence: [
    { factor: CONFIDENCE_FACTORS.search, condition: `p_search is at most ${P_LEVELS.significant}.` },
    {
      factor: CONFIDENCE_FACTORS.symbol,
      condition: `p_symbol is at most ${P_LEVELS.significant}; a window that was named is never counted higher.`,
    },
    { factor: CONFIDENCE_FACTORS.doubtful, condition: `The same is at most ${P_LEVELS.doubtful}.` },
    { factor: CONFIDENCE_FACTORS.chance, condition: 'The same is above, or the significance is pending or not known.' },
  ],
  caps: [
    `fewer than ${NEUTRAL.years} years tested`,
    `a win rate below ${NEUTRAL.winRate}`,
    `an average return of at most ${NEUTRAL.cost} %, the cost of a round trip`,
    "an average return no better than any date's (m0)",
    'prices of the market that end more than its gap limit (10 days, in Asia 20) before the last session that should be there',
  ],
};

/** Baseline shares of wins, from a currency's to that of a steadily rising fund over some weeks. */
const ANY_DATE_SHARES = [0.5, 0.6, 0.7];

const RECORDS = [
  [5, 5],
  [10, 8],
  [10, 9],
  [10, 10],
  [15, 14],
  [20, 18],
  [30, 27],
];

const CHANCE: Schema<'ChanceRow'>[] = RECORDS.flatMap(([years, wins]) =>
  ANY_DATE_SHARES.map((share) => ({
    years: String(years),
    min_wins: wins,
    any_date_win_rate: share,
    probability_pct: round4(100 * binomialTail(wins, years, share)),
  })),
);
