import { type EdgeCap, NEUTRAL } from '../core/window/edge';
import { type CardFacts, luck, record, type Search, tooFewWins, tooFewYears } from './cardFacts';
import { percent, plural, share } from './phrases';

const NEUTRAL_RULE =
  `A setup is neutral below an edge score of ${NEUTRAL.edge}, below ${Math.round(100 * NEUTRAL.winRate)}% of years won, ` +
  `or with fewer than ${NEUTRAL.years} years tested.`;

/** `edge_basis`: the inputs of the score, its baseline, and its limits (METHOD 6). */
export function edgeBasis(facts: CardFacts): string {
  const { input, caps } = facts.edge;
  return [
    `Rests on how far ${record(facts)} won, an average of ${percent(facts.stats.avg_return_pct)}, its median and the neighbouring windows ` +
      "stand out from the symbol's own drift.",
    baselineSentence(facts),
    ...chanceSentence(facts),
    neighboursSentence(input.neighbours),
    confidenceSentence(facts),
    ...(input.tilt === 0 ? [] : [modelSentence(input.tilt)]),
    ...(caps.length === 0 ? [] : [capsSentence(facts)]),
    NEUTRAL_RULE,
  ].join(' ');
}

function neighboursSentence(winShare: number | null): string {
  if (winShare === null) return 'No neighbouring window could be observed.';
  return `Windows entering up to 3 days and holding 5 days either way won ${share(winShare)}.`;
}

function baselineSentence({ edge }: CardFacts): string {
  const { positiveShare, mean, windows } = edge.input.baseline;
  if (positiveShare === null || mean === null)
    return 'What any date would have won is unknown and counted as 50%, its return as 0.';
  return (
    `Any date of these years, with the same hold and direction, won ${share(positiveShare)} and made ` +
    `${percent(mean)} on average (${plural(windows, 'window')}).`
  );
}

function chanceSentence(facts: CardFacts): string[] {
  const chance = luck(facts);
  return chance === null ? [] : [`Where any date wins that often, luck alone does as well in ${chance} of tries.`];
}

/** The origin of the window in words (METHOD 7). */
function originOf(search: Search): string {
  if (search.kind === 'named') return 'the window was named by the caller, not searched for';
  const { entries, holds, eitherDirection, rank } = search;
  const searched = `${plural(entries, 'entry date')} x ${plural(holds, 'hold')}`;
  const place = rank === null ? '' : `, rank ${rank.position} of ${rank.of} found`;
  return `the window is the best of ${searched} of this symbol ${eitherDirection ? 'in either direction' : 'and direction'}${place}`;
}

function confidenceSentence({ edge, search, significance }: CardFacts): string {
  return `Counted at ${Math.round(100 * edge.confidence)}% for luck: ${originOf(search)}. ${significance.reading}`;
}

function modelSentence(tilt: number): string {
  return `The model moves the score by ${tilt > 0 ? '+' : ''}${tilt.toFixed(1)} points.`;
}

function capsSentence(facts: CardFacts): string {
  const reasons = facts.edge.caps.map((cap) => capReason(cap, facts));
  return `Held below ${NEUTRAL.edge} because ${reasons.join(' and ')}.`;
}

function capReason(cap: EdgeCap, { edge, stats, receipts }: CardFacts): string {
  const average = `the average of ${percent(stats.avg_return_pct)}`;
  switch (cap) {
    case 'years':
      return tooFewYears(receipts);
    case 'win_rate':
      return tooFewWins(receipts);
    case 'cost':
      return `${average} does not pay a round trip's cost of ${NEUTRAL.cost.toFixed(2)}%`;
    case 'old_prices':
      return `the prices of its market end ${plural(edge.input.daysBehind ?? 0, 'day')} before the last session that should be there`;
    case 'baseline':
      return `${average} is no better than the ${percent(edge.input.baseline.mean ?? 0)} of any date`;
  }
}
