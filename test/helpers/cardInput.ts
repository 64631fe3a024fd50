import type { CardInput } from '../../src/answers/card';
import { publishedStats } from '../../src/answers/patternStats';
import { fromIso } from '../../src/core/calendar/dates';
import { type EdgeInput, edgeOf } from '../../src/core/window/edge';
import { type Evidence, type Observation, summarise } from '../../src/core/window/evidence';
import { judged } from './significance';

/** Evidence of the given yearly returns, percent, oldest first; the last is `lastYear`'s. */
export function evidenceOfReturns(returns: readonly number[], lastYear = 2023): Evidence {
  return summarise(
    returns.map((returnPct, i): Observation => {
      const year = lastYear - returns.length + 1 + i;
      const entryDay = fromIso(`${year}-07-01`);
      const mfePct = Math.max(0, returnPct);
      return { year, entryDay, exitDay: entryDay + 14, days: 15, returnPct, mfePct, maePct: Math.min(0, returnPct) };
    }),
  );
}

/** Edge inputs of evidence, with the other inputs given or by default. */
function edgeInputOf(evidence: Evidence, rest: Partial<EdgeInput> = {}): EdgeInput {
  return {
    n: evidence.yearsTested,
    wins: evidence.wins,
    mean: evidence.mean,
    median: evidence.median,
    deviation: evidence.deviation,
    baseline: { windows: 2517, positiveShare: 0.58, mean: 0.8 },
    neighbours: 0.781,
    significance: judged(),
    tilt: 0,
    daysBehind: null,
    ...rest,
  };
}

/** AAPL from 2024-07-01, 15 days, long, 10 years: returns that an independent program computed from real prices. */
export const AAPL = [1.9251, 0.1735, 3.0138, 3.8605, 2.2171, 1.816, 7.3577, 8.1664, 8.0905, -0.9194];

export interface Changes extends Partial<Omit<CardInput, 'evidence' | 'edge'>> {
  readonly returns?: readonly number[];
  readonly edgeInput?: Partial<EdgeInput>;
}

/** The input of a card: AAPL as of 2024-06-20, with changes. */
export function cardInput({ returns = AAPL, edgeInput, ...changes }: Changes = {}): CardInput {
  const evidence = evidenceOfReturns(returns);
  return {
    rank: 1,
    symbol: 'AAPL',
    market: { id: '0', name: 'DOW 30 STOCKS', calendar: 'nyse' },
    direction: 'long',
    window: { entry: fromIso('2024-07-01'), end: fromIso('2024-07-15') },
    evidence,
    edge: edgeOf(edgeInputOf(evidence, edgeInput)),
    cameTrue: { status: 'not_applicable', reason: 'members' },
    curve: { shape: 'rising', trend: 'rising', changePts: 12.345678, peakDay: 14, troughDay: 0 },
    entryRun: { from: fromIso('2024-06-28'), to: fromIso('2024-07-02') },
    search: { kind: 'searched', entries: 10, holds: 116, eitherDirection: false, rank: { position: 3, of: 348 } },
    today: fromIso('2024-06-20'),
    openFrom: changes.today ?? fromIso('2024-06-20'),
    asOf: fromIso('2024-06-18'),
    yearsLabel: String(publishedStats(evidence).years_tested),
    priceLabel: 'imported daily closes',
    simulated: false,
    ml: { reason: 'no_model' },
    ...changes,
  };
}
