import { FEWEST_OF_A_RATIO } from '../core/statistics/moments';
import { type NeutralReason, neutralReasons } from '../core/window/edge';
import { type CardFacts, capReason, record, subject, tooFewWins, tooFewYears } from './cardFacts';
import { capital, percent } from './phrases';
import { shuffledMatches } from './significance';

/** The headline of a card in at most 20 words: sessions, record, averages and edge score. */
export function headline(facts: CardFacts): string {
  const { stats, edge, bias } = facts;
  return (
    `${subject(facts)}: won ${record(facts)}, average ${percent(stats.avg_return_pct)}, ` +
    `median ${percent(stats.median_return_pct)}; edge ${edge.score}, ${bias}`
  );
}

/**
 * The verdict of a card in at most 30 words: what to conclude, the record, the worst year. A chance in it knows the search,
 * and stands beside that of the whole search (METHOD 7).
 */
export function verdict(facts: CardFacts): string {
  const { bias, receipts, modelExpectsLoss } = facts;
  const { worst_year: worst } = receipts;
  const model = modelExpectsLoss ? ' The model expects a loss.' : '';
  return (
    `${capital(bias)}: ${conclusion(facts)}. Won ${record(facts)}, worst ${percent(worst.return_pct)} in ${worst.year}.` +
    model
  );
}

/** Why the card has its bias: the first condition that makes it neutral, or the chance over shuffled calendars. */
function conclusion(facts: CardFacts): string {
  const { edge, receipts, significance, symbol } = facts;
  const { historical_win_rate: winRate, years_tested: yearsTested } = receipts;
  const reasons: readonly NeutralReason[] = neutralReasons(edge.score, { winRate, yearsTested });
  if (reasons.includes('years')) {
    const noRatio = yearsTested < FEWEST_OF_A_RATIO ? ', a Sharpe ratio needs three' : '';
    return `${tooFewYears(receipts)}${noRatio}`;
  }
  if (reasons.includes('win_rate')) return tooFewWins(receipts);
  const [cap] = edge.caps;
  if (cap !== undefined) return capReason(cap, facts);
  return (
    shuffledMatches(significance, symbol) ??
    `its significance is ${significance.status === 'pending' ? 'pending' : 'unknown'}`
  );
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
