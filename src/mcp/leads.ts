import type { Output } from '../operation';

type Card = Output<'scanMarkets'>['opportunities'][number];
type Score = Extract<Output<'scoreSetups'>, { readonly scores: unknown }>['scores'][number];

const MOST_ROWS = 20;
const MOST_NAMES = 40;
const MOST_PICKS = 5;

/** The summary, a line for each row, and the limitations of the answer. */
export function scanLead(body: Output<'scanMarkets'>): string {
  const { summary, opportunities, markets_note, lookback_note, market_failures, disclaimer } = body;
  const rows = opportunities.slice(0, MOST_ROWS).map((card) => `${card.rank}. ${cardLine(card)}`);
  const failed = market_failures.length > 0 && `Incomplete: no answer from markets ${market_failures.join(', ')}.`;
  return lines(summary, ...rows, more(opportunities), failed, markets_note, lookback_note, disclaimer);
}

export function analyzeLead({ card, other_setups, disclaimer }: Output<'analyzeSymbol'>): string {
  const verdict = 'verdict' in card && card.verdict;
  const note = 'note' in card && card.note;
  const others = other_setups.length > 0 && `Other setups of the symbol: ${other_setups.length}.`;
  return lines(cardLine(card), verdict, note, others, disclaimer);
}

export function scoreLead(body: Output<'scoreSetups'>): string {
  if ('requires' in body) return lines(body.message);
  const { granted, scores, ml_remaining_today, disclaimer } = body;
  const counts = `${granted} of ${scores.length} scored; predictions left today: ${ml_remaining_today ?? 'unlimited'}.`;
  return lines(counts, ...scores.slice(0, MOST_ROWS).map(scoreLine), more(scores), disclaimer);
}

function scoreLine(row: Score): string {
  const setup = `${row.symbol} ${row.direction} ${row.date}, ${row.days_out} days`;
  if ('note' in row) return `${setup}: ${row.note}`;
  return `${setup}: predicted win probability ${row.win_prob}, return ${row.pred_return}%`;
}

export function dailyPickLead({
  card,
  featured_date,
  replay,
  track_record,
  disclaimer,
}: Output<'getDailyPick'>): string {
  const verdict = 'verdict' in card && card.verdict;
  const what = replay ? 'Replayed pick, not published in advance, of' : 'Pick of';
  return lines(`${what} ${featured_date}: ${cardLine(card)}`, verdict, track_record.note, disclaimer);
}

export function trackRecordLead({ summary, picks, disclaimer }: Output<'getTrackRecord'>): string {
  const latest = picks.slice(0, MOST_PICKS).map(({ symbol, featured_date, return_pct, result }) => {
    return `${featured_date} ${symbol} ${result}${return_pct === null ? '' : ` ${return_pct}%`}`;
  });
  return lines(summary.note, latest.length > 0 && `Latest: ${latest.join('; ')}.`, disclaimer);
}

export function meLead({ tier_name, rate, opp_limit, ml_remaining_today, markets_in_scope }: Output<'getMe'>): string {
  return lines(
    `${tier_name} tier: ${rate.remaining_minute} of ${rate.per_minute} requests left this minute, ` +
      `${rate.remaining_today} of ${rate.per_day} today; at most ${opp_limit} rows an answer; ` +
      `model predictions left today: ${ml_remaining_today ?? 'unlimited'}.`,
    `Markets in scope: ${markets_in_scope.map(named).join(', ')}.`,
  );
}

export function marketsLead({ markets }: Output<'listMarkets'>): string {
  const inScope = markets.filter((market) => market.in_scope);
  return `${markets.length} markets, ${inScope.length} in scope: ${inScope.map(named).join(', ')}.`;
}

export function symbolsLead({ symbols, total, matched, count, note }: Output<'listSymbols'>): string {
  const names = symbols.slice(0, MOST_NAMES).map(({ symbol }) => symbol);
  const more = symbols.length > MOST_NAMES ? ', ...' : '';
  return lines(`${count} of ${matched} matching symbols (${total} in the market): ${names.join(', ')}${more}`, note);
}

export function compareLead({ reason, findings, disclaimer }: Output<'compareSymbols'>): string {
  return lines(reason, ...findings.map(({ text }) => text), disclaimer);
}

export function scenarioLead({ summary, disclaimer }: Output<'runPortfolioScenarios'>): string {
  return lines(...summary, disclaimer);
}

function cardLine(card: Card): string {
  if ('headline' in card) return card.headline;
  const { symbol, direction, historical_win_rate, years_tested, edge_score, bias } = card;
  const entry = weekdayDate(card.entry_session ?? card.entry_date);
  const exit = weekdayDate(card.exit_session ?? card.exit_date);
  const share = `${(historical_win_rate * 100).toFixed(0)}% of ${years_tested} years won`;
  return `${symbol} ${direction} ${entry} to ${exit}: ${share}, edge score ${edge_score}, ${bias}`;
}

/** `Mon 2024-07-01` */
function weekdayDate(date: string): string {
  return `${new Date(date).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' })} ${date}`;
}

/** Tells an agent whose client shows only the text that there are more rows. */
function more({ length }: readonly unknown[]): string | false {
  return length > MOST_ROWS && `${length - MOST_ROWS} more in the structured content.`;
}

function named({ id, name }: { readonly id: string; readonly name: string }): string {
  return `${id} ${name}`;
}

function lines(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => part).join('\n');
}
