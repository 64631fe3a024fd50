import type { Schemas } from '../../api/client';
import { DifferenceLine } from '../../charts/differenceLine';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText, InstantText } from '../../ui/dateText';
import { count, percent } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';

const COLUMNS: readonly Column<Held['sample'][number]>[] = [
  { key: 'date', header: 'Day', value: ({ date }) => date, cell: ({ date }) => <DateText date={date} /> },
  {
    key: 'difference',
    header: 'Held close from the stored one',
    align: 'end',
    value: ({ difference_pct }) => difference_pct,
    cell: ({ difference_pct }) => percent(difference_pct, 2),
  },
];

/** Held prices of a symbol: reason, difference from the stored prices, and the buttons of the decision. */
export function HeldCard({ held, onAction }: { held: Held; onAction: (decision: HeldDecision['decision']) => void }) {
  const { symbol, provider, market_id, held_at, source, reason, sample, difference } = held;
  return (
    <section class="card stack" aria-label={symbol}>
      <h2 class="cell-text">{symbol}</h2>
      <p class="soft small">
        {provider} of market {market_id}, held since <InstantText at={held_at} /> UTC
      </p>
      <KeyValues
        pairs={[
          [
            'Why',
            <span key="why" class="cell-text">
              {reason}
            </span>,
          ],
          ['Stored', <Span key="stored" span={held.stored} />],
          ['Held', <Span key="held" span={held.held} from={source} />],
          [
            'Days that both have',
            `${count(held.shared_days)}, of which ${count(held.differing_days)} differ by more than 0.01 %`,
          ],
          ...(held.lost_days > 0 ? [['Stored days without a held one', count(held.lost_days)] as const] : []),
          ...(difference === null
            ? []
            : [
                [
                  'Difference',
                  `${percent(difference.lowest_pct, 2)} to ${percent(difference.highest_pct, 2)}, median ${percent(difference.median_pct, 2)}`,
                ] as const,
              ]),
        ]}
      />
      {sample.length > 1 && (
        <DifferenceLine
          symbol={symbol}
          sample={sample}
          days={held.shared_days}
          table={
            <DataTable
              caption={`${sample.length} of the days that both have, ${symbol}`}
              columns={COLUMNS}
              rows={sample}
              rowKey={({ date }) => date}
            />
          }
        />
      )}
      <div class="row">
        <button
          type="button"
          class="button"
          aria-label={`Take the held prices of ${symbol}`}
          onClick={() => onAction('take')}
        >
          Take
        </button>
        <button
          type="button"
          class="button"
          aria-label={`Drop the held prices of ${symbol}`}
          onClick={() => onAction('drop')}
        >
          Drop
        </button>
      </div>
    </section>
  );
}

function Span({ span, from }: { span: Held['stored']; from?: string }) {
  if (span === null) return <span class="soft">nothing, or nothing that can be read</span>;
  return (
    <span class="cell-text">
      <DateText date={span.first_date} /> to <DateText date={span.last_date} />, {count(span.bars)} bars
      {from !== undefined && `, ${from}`}
    </span>
  );
}

export type Held = Schemas['HeldPrice'];

/** The decision that the dialog asks about. */
export interface HeldDecision {
  readonly held: Held;
  readonly decision: 'take' | 'drop';
}
