import { Link } from 'wouter-preact';
import { DataTable } from '../../ui/dataTable';
import { chance, count, number, percent, share } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';
import { cardAddress } from '../symbol/windowAddress';
import type { Card } from './columns';

/** Details of a card: every year, the score in words, the next step. */
export function Receipts({ card }: { card: Card }) {
  const { receipts, significance, next_step: step, symbol, setup, ml } = card;
  return (
    <div class="receipts">
      <section aria-label={`What was found for ${symbol}`}>
        <h2>{card.headline}</h2>
        <p>{card.verdict}</p>
        <p class="small">{card.edge_basis}</p>
        <p>
          <Link href={cardAddress(card)}>{symbol} in pictures</Link>
        </p>
        <h2>Next step</h2>
        <p>{step.headline}</p>
        <p class="small soft">{step.framing}</p>
        <p class="small soft">{card.tier_notes}</p>
      </section>
      <section aria-label="Numbers">
        <KeyValues
          pairs={[
            ['Entries that keep it', setup.entry_window],
            ['Any date', anyDateText(card)],
            ['Sharpe ratio', number(card.stats.sharpe_ratio)],
            ['Beyond drift, z', number(significance.z)],
            [
              'Searched',
              `${count(significance.searched.windows)} windows of ${count(significance.searched.symbols)} symbols`,
            ],
            ['p, had it been named before looking', chance(significance.p_window)],
            ['Model: win probability', ml === null ? 'none' : share(ml.ml_win_prob)],
            ['Source', receipts.source],
            ['Prices through', receipts.as_of],
          ]}
        />
      </section>
      <DataTable
        caption={`${receipts.years_tested} years of ${symbol}, percent of the entry price, in the direction of the trade`}
        columns={[
          { key: 'year', header: 'Year', value: ({ year }) => year },
          {
            key: 'return',
            header: 'Return',
            align: 'end',
            value: ({ return_pct }) => return_pct,
            cell: ({ return_pct, result }) => (
              <span class={result === 'win' ? 'up' : 'down'}>{percent(return_pct, 4)}</span>
            ),
          },
          { key: 'result', header: 'Result', value: ({ result }) => result },
        ]}
        rows={receipts.per_year}
        rowKey={({ year }) => year}
        heading="year"
      />
      <p class="small soft">{card.disclaimer}</p>
    </div>
  );
}

function anyDateText({ receipts: { any_date: any } }: Card): string {
  if (any === undefined) return 'not known';
  return `${share(any.win_rate, 1)} won, ${percent(any.avg_return_pct, 2)} on average, ${count(any.windows)} windows`;
}
