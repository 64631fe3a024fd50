import { type NeutralReason, neutralReasons } from '../core/window/bias';
import { NEUTRAL } from '../core/window/edge';
import { type CardFacts, luck, record, subject, tooFewWins, tooFewYears } from './cardFacts';
import { capital, percent, share } from './phrases';
import { chanceInShort } from './significance';

/** The headline of a card: dates, record, averages, edge score and p-value. */
export function headline(facts: CardFacts): string {
  const { stats, edge } = facts;
  return (
    `${subject(facts)}: won ${record(facts)}, average ${percent(stats.avg_return_pct)}, ` +
    `median ${percent(stats.median_return_pct)}, edge score ${edge.score}, ${chanceInShort(facts.significance)}`
  );
}

/** The verdict of a card: the bias with its reason, the record against chance, and the worst year. */
export function verdict(facts: CardFacts): string {
  const { bias, edge, receipts } = facts;
  const { worst_year: worst } = receipts;
  const lead =
    bias === 'neutral'
      ? `Neutral, as ${reasonsInWords(facts).join(' and ')}`
      : `${capital(bias)}, edge score ${edge.score}`;
  return `${lead}: won ${record(facts)}${againstChance(facts)}; ${chanceInShort(facts.significance)}; worst year ${worst.year} at ${percent(worst.return_pct)}.`;
}

/** The baseline's share of wins and the chance of the record under it; empty when it is not known. */
function againstChance(facts: CardFacts): string {
  const anyDate = facts.edge.input.baseline.positiveShare;
  if (anyDate === null) return '';
  return ` where any date won ${share(anyDate)} of the time, so that luck alone does as well in ${luck(facts)} of tries`;
}

/** The conditions of SPEC 2.2 that make a card neutral, in words. */
function reasonsInWords({ edge, receipts }: CardFacts): string[] {
  const { historical_win_rate: winRate, years_tested: yearsTested } = receipts;
  const words: Readonly<Record<NeutralReason, string>> = {
    edge: `the edge score ${edge.score} is below ${NEUTRAL.edge}`,
    win_rate: tooFewWins(receipts),
    years: tooFewYears(receipts),
  };
  return neutralReasons(edge.score, { winRate, yearsTested }).map((reason) => words[reason]);
}

export function copyText(facts: CardFacts): string {
  const { best_year: best, worst_year: worst, per_year: years } = facts.receipts;
  return (
    `${subject(facts)}: won ${record(facts)} (${years[0].year} to ${years[years.length - 1].year}), ` +
    `average ${percent(facts.stats.avg_return_pct)}, best ${percent(best.return_pct)} (${best.year}), ` +
    `worst ${percent(worst.return_pct)} (${worst.year}), edge score ${facts.edge.score}. ` +
    `${facts.simulated ? 'Simulated prices. ' : ''}Educational, not advice.`
  );
}

/** Label of the model, the lookback and the prices. */
export function sourceLabel(yearsLabel: string, priceLabel: string): string {
  return `Perennial seasonal windows, lookback ${yearsLabel}; prices: ${priceLabel}`;
}
