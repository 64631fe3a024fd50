import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { sharedLimit } from '../../charts/yearBars';
import { type Column, DataTable, type Sort, sortRows } from '../../ui/dataTable';
import { saveFile } from '../../ui/saveFile';
import { basketAddress, EMPTY_ROW } from '../basket/basket';
import { cardAddress } from '../symbol/windowAddress';
import { type Card, columnsFor, keyOf } from './columns';
import { csvOf } from './csv';
import { Receipts } from './receipts';

export interface CardTableProps {
  readonly caption: string;
  readonly cards: readonly Card[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  /** Keys of the open and of the picked rows. */
  readonly open: ReadonlySet<string>;
  readonly onOpen: (key: string) => void;
  readonly picked: ReadonlySet<string>;
  readonly onPick: (key: string) => void;
  /** URL of the page of a card's symbol; the default is the page with the card's window. */
  readonly addressOf?: (card: Card) => string;
  /** Name of the CSV file. */
  readonly fileName: string;
}

/** A table of cards: rows can be sorted, opened to show their receipts, picked for a comparison, and saved as CSV. */
export function CardTable(props: CardTableProps) {
  const { caption, cards, addressOf = cardAddress, sort, onSort, open, onOpen, picked, onPick, fileName } = props;
  const found = useMemo(
    () => columnsFor(sharedLimit(cards.map(({ receipts }) => receipts.per_year)), addressOf),
    [cards],
  );
  const columns: readonly Column<Card>[] = [
    {
      key: 'open',
      header: 'Open',
      unsortable: true,
      value: () => null,
      cell: (card) => <OpenCell card={card} open={open} onOpen={onOpen} picked={picked} onPick={onPick} />,
    },
    ...found,
  ];
  return (
    <div class="stack">
      <DataTable
        caption={caption}
        columns={columns}
        rows={cards}
        rowKey={keyOf}
        sort={sort}
        onSort={onSort}
        heading="symbol"
        detail={(card) => (open.has(keyOf(card)) ? <Receipts card={card} /> : null)}
      />
      <div class="row">
        <PickedLinks cards={cards.filter((card) => picked.has(keyOf(card)))} />
        <button type="button" class="button" onClick={() => saveFile(fileName, csvFor(sortRows(cards, found, sort)))}>
          Save these rows as CSV
        </button>
      </div>
    </div>
  );
}

function OpenCell({
  card,
  open,
  onOpen,
  picked,
  onPick,
}: { card: Card } & Pick<CardTableProps, 'open' | 'onOpen' | 'picked' | 'onPick'>) {
  const key = keyOf(card);
  const isOpen = open.has(key);
  return (
    <span class="row nowrap open-cell">
      <input
        type="checkbox"
        aria-label={`Pick ${card.symbol} ${card.direction}`}
        checked={picked.has(key)}
        onChange={() => onPick(key)}
      />
      <button
        type="button"
        class="button plain"
        aria-expanded={isOpen}
        aria-label={`Receipts of ${card.symbol} ${card.direction}`}
        onClick={() => onOpen(key)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      </button>
    </span>
  );
}

/** Links for the picked rows. A comparison uses the window of the first one. */
function PickedLinks({ cards }: { cards: readonly Card[] }) {
  const [first] = cards;
  if (first === undefined)
    return <span class="small soft">Pick rows to compare them or to weigh them as a basket.</span>;
  const symbols = [...new Set(cards.map(({ symbol }) => symbol))];
  const compare = new URLSearchParams({
    symbols: symbols.join(','),
    entry_date: first.setup.entry_date,
    days_out: String(first.setup.hold_days),
    direction: first.direction,
  });
  return (
    <>
      <Link class="button" href={`/compare?${compare}`}>
        Compare {symbols.length}
      </Link>
      <Link class="button" href={basketAddress(cards.map(positionOf))}>
        Basket of {symbols.length}
      </Link>
    </>
  );
}

/** A position with the default weight, the same for all. */
function positionOf({ symbol, market, direction }: Card) {
  return { ...EMPTY_ROW, symbol, market: market.id, direction };
}

const CSV_HEADER = [
  'rank',
  'symbol',
  'market',
  'market_name',
  'direction',
  'bias',
  'entry_date',
  'exit_date',
  'hold_days',
  'wins',
  'years_tested',
  'historical_win_rate',
  'any_date_win_rate',
  'avg_return_pct',
  'median_return_pct',
  'worst_year_pct',
  'sharpe_ratio',
  'edge_score',
  'significance',
  'z',
  'p_symbol',
  'p_search',
  'ml_win_prob',
  'as_of',
];

function csvFor(cards: readonly Card[]): string {
  return csvOf(
    CSV_HEADER,
    cards.map(({ setup, stats, receipts, significance, market, ...card }) => [
      card.rank,
      card.symbol,
      market.id,
      market.name,
      card.direction,
      card.bias,
      setup.entry_date,
      setup.exit_date,
      setup.hold_days,
      receipts.wins,
      receipts.years_tested,
      stats.historical_win_rate,
      receipts.any_date?.win_rate ?? null,
      stats.avg_return_pct,
      stats.median_return_pct,
      receipts.worst_year.return_pct,
      stats.sharpe_ratio,
      card.edge_score,
      significance.status,
      significance.z,
      significance.p_symbol,
      significance.p_search,
      card.ml?.ml_win_prob ?? null,
      receipts.as_of,
    ]),
  );
}
