import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { YearDots } from '../../charts/yearDots';
import { DateText } from '../../ui/dateText';
import { chance, percent, share } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';
import { Notice } from '../../ui/notice';
import { isFullCard } from '../symbol/symbolQuery';
import { cardAddress } from '../symbol/windowAddress';

type Pick = Schemas['DailyPickResponse'];
type Card = Schemas['PatternCard'];

/** The latest pick as it was published. */
export function PickCard({ response }: { response: Pick }) {
  const { card, featured_date: session, replay } = response;
  if (!isFullCard(card)) return null;
  const { symbol, market, direction, setup, stats, significance, receipts, ml, next_step: next } = card;
  return (
    <section class="stack" aria-label="The latest pick">
      {replay && (
        <Notice kind="warn" title="A replay, not a published pick">
          What the rule would have picked of invented prices in past sessions. It was worked out afterwards, and no
          record of it is in the ledger.
        </Notice>
      )}
      <h2>
        <Link href={cardAddress(card)}>{symbol}</Link> {direction}, picked <DateText date={session} />
      </h2>
      <p>{card.headline}</p>
      <p>{card.verdict}</p>
      <KeyValues
        pairs={[
          ['Market', market.name],
          [
            'Entry to exit',
            <>
              <DateText date={setup.entry_date} /> to <DateText date={setup.exit_date} />, {setup.hold_days} days
            </>,
          ],
          [
            'Years won',
            `${receipts.wins} of ${receipts.years_tested}, average ${percent(stats.avg_return_pct)}, median ${percent(stats.median_return_pct)}`,
          ],
          ['Edge score', `${card.edge_score} of 100`],
          [
            'p, this symbol',
            <span
              title={significance.reading}
            >{`${chance(significance.p_symbol)}: shuffled calendars as strong as this one`}</span>,
          ],
          [
            'Model',
            ml === null ? 'no prediction' : `won with a probability of ${share(ml.ml_win_prob, 1)}, as predicted`,
          ],
          ['Rule', `version ${response.rule_version}`],
          ['Prices through', <DateText date={response.as_of} />],
        ]}
      />
      <PickYears card={card} />
      <details>
        <summary>What the score rests on, and the next step</summary>
        <p>{card.edge_basis}</p>
        <p>{significance.reading}</p>
        <p>{next.headline}</p>
        <p class="small soft">{next.framing}</p>
      </details>
      <p class="small soft">{response.disclaimer}</p>
    </section>
  );
}

function PickYears({ card: { symbol, direction, receipts } }: { card: Card }) {
  const { per_year: years, avg_return_pct: mean } = receipts;
  const rows = useMemo(
    () => [
      { name: symbol, years: years.map(({ year, return_pct }) => ({ year, pct: return_pct })), mean, against: null },
    ],
    [symbol, years, mean],
  );
  if (years.length === 0) return null;
  const last = years[years.length - 1].year;
  return (
    <YearDots title={`${direction} in the same days of ${years.length} years, ${years[0].year}–${last}`} rows={rows} />
  );
}
