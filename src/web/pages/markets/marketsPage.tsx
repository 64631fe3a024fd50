import { Link } from 'wouter-preact';
import { asking } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import { marketAddress } from '../../routes';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { Page } from '../../ui/page';
import { feedText, freshness, type Market } from './marketFacts';

const COLUMNS: readonly Column<Market>[] = [
  {
    key: 'name',
    header: 'Market',
    value: ({ name }) => name,
    cell: ({ id, name }) => <Link href={marketAddress(id)}>{name}</Link>,
  },
  { key: 'id', header: 'Id', align: 'end', value: ({ id }) => Number(id), cell: ({ id }) => id },
  {
    key: 'symbols',
    header: 'Symbols',
    align: 'end',
    value: ({ symbol_count }) => symbol_count,
    cell: ({ symbol_count }) => count(symbol_count),
  },
  {
    key: 'as_of',
    header: 'Prices through',
    value: ({ as_of }) => as_of,
    cell: ({ as_of }) => (as_of === null ? '–' : <DateText date={as_of} />),
  },
  {
    key: 'behind',
    header: 'Freshness',
    value: ({ sessions_behind }) => sessions_behind,
    cell: (market) => <span title={market.data_age_note}>{freshness(market)}</span>,
  },
  { key: 'feed', header: 'Feed', value: feedText },
  {
    key: 'ml',
    header: 'Predictions',
    title: 'Whether the model predicts in this market',
    value: ({ ml_eligible }) => (ml_eligible ? 'yes' : 'no'),
  },
  {
    key: 'scope',
    header: 'Your plan',
    value: ({ in_scope }) => (in_scope ? 'included' : 'beyond it'),
  },
];

/** GET /markets: what there is, how fresh it is, and what the caller may ask about. */
export default function MarketsPage() {
  const question = asking('/markets');
  const [answer, again] = useAnswer(question);
  return (
    <Page title="Markets" lead="What there are prices of, how fresh they are, and what your plan includes.">
      <Answered answer={answer} again={again} lines={12}>
        {({ markets }) => (
          <DataTable
            caption={`${markets.length} markets`}
            columns={COLUMNS}
            rows={markets}
            rowKey={({ id }) => id}
            heading="name"
          />
        )}
      </Answered>
      <Curl url={question.url} />
    </Page>
  );
}
