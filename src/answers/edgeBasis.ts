import { NEUTRAL } from '../core/window/edge';
import { binomialChance, type CardFacts, capReason, type Search } from './cardFacts';
import { percent, plural, share } from './phrases';
import { adjustedReading } from './significance';

/**
 * `edge_basis` in at most 70 words: what any date would have won, the neighbouring windows, the search the window was found
 * by and what it finds over shuffled calendars, and the limits of the score (METHOD 6, 7).
 */
export function edgeBasis(facts: CardFacts): string {
  const { input, caps } = facts.edge;
  return [
    baselineSentence(facts),
    ...binomialSentence(facts),
    neighboursSentence(input.neighbours),
    searchSentence(facts.search),
    adjustedReading(facts.significance),
    ...(input.tilt === 0 ? [] : [modelSentence(input.tilt)]),
    ...caps.slice(0, 1).map((cap) => `Held below ${NEUTRAL.edge}: ${capReason(cap, facts)}.`),
  ].join(' ');
}

function baselineSentence({ edge }: CardFacts): string {
  const { positiveShare, mean } = edge.input.baseline;
  if (positiveShare === null || mean === null) return 'What any date won is unknown, counted as 50%.';
  return `Any date won ${share(positiveShare)} and made ${percent(mean)}.`;
}

function binomialSentence(facts: CardFacts): string[] {
  const chance = binomialChance(facts);
  return chance === null ? [] : [`Chance of such wins, ignoring the search: ${chance}.`];
}

function neighboursSentence(winShare: number | null): string {
  return winShare === null ? 'No neighbouring windows.' : `Neighbouring windows won ${share(winShare)}.`;
}

/** The search in words, as it was (METHOD 7). */
function searchSentence(search: Search): string {
  const entries = search.entries === 1 ? '1 entry' : `${search.entries} entries`;
  const windows = `${entries} x ${plural(search.holds, 'hold')}`;
  if (search.kind === 'named') return `Named by the caller; judged as the best of ${windows}.`;
  const rank = search.rank === null ? '' : `, rank ${search.rank.position} of ${search.rank.of}`;
  return `Best of ${windows}${search.eitherDirection ? ', either direction' : ''}${rank}.`;
}

function modelSentence(tilt: number): string {
  return `The model adds ${tilt > 0 ? '+' : ''}${tilt.toFixed(1)} points.`;
}
