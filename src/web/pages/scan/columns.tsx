import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { SignificanceBar } from '../../charts/significanceBar';
import { YearBars } from '../../charts/yearBars';
import type { Column } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { number, percent, share } from '../../ui/format';

export type Card = Schemas['PatternCard'];

/** Unique key of a card within a scan. */
export function keyOf({ symbol, market, direction, setup }: Card): string {
  return [symbol, market.id, direction, setup.entry_date, setup.hold_days].join('|');
}

/**
 * The columns of what a scan found.
 *
 * @param limit of the yearly bars, percent
 */
export function columnsFor(limit: number, addressOf: (card: Card) => string): readonly Column<Card>[] {
  return [
    {
      key: 'symbol',
      header: 'Symbol',
      value: ({ symbol }) => symbol,
      cell: (card) => (
        <>
          <Link href={addressOf(card)}>{card.symbol}</Link>
          <span class="small soft cell-note">{card.market.name}</span>
          {card.bias === 'neutral' && <span class="tag">neutral</span>}
        </>
      ),
    },
    {
      key: 'direction',
      header: 'Direction',
      value: ({ direction }) => direction,
      cell: ({ direction }) => (
        <span class={direction === 'long' ? 'up' : 'down'}>
          <span aria-hidden="true">{direction === 'long' ? '▲' : '▼'}</span> {direction}
        </span>
      ),
    },
    {
      key: 'entry',
      header: 'Entry to exit',
      value: ({ setup }) => setup.entry_date,
      cell: ({ setup }) => (
        <>
          <DateText date={setup.entry_date} />
          <span class="cell-note">
            to <DateText date={setup.exit_date} />
          </span>
        </>
      ),
    },
    {
      key: 'hold',
      header: 'Days',
      title: 'Calendar days held, the entry day included',
      align: 'end',
      value: ({ setup }) => setup.hold_days,
    },
    {
      key: 'years',
      header: 'Years',
      title: 'The return of each year, oldest first, all rows on one scale; sorted by the worst year',
      value: ({ receipts }) => receipts.worst_year.return_pct,
      cell: ({ receipts }) => <YearBars years={receipts.per_year} limit={limit} />,
    },
    {
      key: 'win_rate',
      header: 'Won',
      title: 'Years won, beside the share of any entry dates of these years that won with the same hold and direction',
      align: 'end',
      value: ({ receipts }) => receipts.historical_win_rate,
      cell: ({ receipts }) => <WinRate receipts={receipts} />,
    },
    {
      key: 'avg_return',
      header: 'Average',
      title: 'Average return a year, percent of the entry price, in the direction of the trade',
      align: 'end',
      value: ({ stats }) => stats.avg_return_pct,
      cell: ({ stats, receipts }) => (
        <>
          {percent(stats.avg_return_pct)}
          <span class="small soft cell-note">any date {percent(receipts.any_date?.avg_return_pct)}</span>
        </>
      ),
    },
    {
      key: 'median_return',
      header: 'Median',
      align: 'end',
      value: ({ stats }) => stats.median_return_pct,
      cell: ({ stats }) => percent(stats.median_return_pct),
    },
    {
      key: 'sharpe',
      header: 'Sharpe',
      title: 'Mean over deviation of the yearly returns',
      align: 'end',
      value: ({ stats }) => stats.sharpe_ratio,
      cell: ({ stats }) => number(stats.sharpe_ratio),
    },
    {
      key: 'edge',
      header: 'Edge',
      title: 'Blended score of 0 to 100; below 40 the setup is neutral',
      align: 'end',
      value: ({ edge_score }) => edge_score,
    },
    {
      key: 'significance',
      header: 'Shuffled calendars',
      title:
        'Share of shuffled calendars in which a search finds something at least as strong, for this symbol (bar, first number) and for the whole search (tick, second number); grey covers p above 0.05',
      value: ({ significance: { p_symbol } }) => p_symbol,
      cell: ({ significance }) => <SignificanceBar significance={significance} />,
    },
  ];
}

function WinRate({ receipts }: { receipts: Card['receipts'] }) {
  const { wins, years_tested, any_date } = receipts;
  return (
    <>
      <strong>
        {wins} of {years_tested}
      </strong>
      <span class="small soft cell-note">any date {share(any_date?.win_rate)}</span>
    </>
  );
}
