import { Link } from 'wouter-preact';
import { apiRequest } from '../../api/apiRequest';
import { useRequest } from '../../api/useRequest';
import { marketAddress } from '../../routes';
import { Curl } from '../../ui/curl';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
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
    value: ({ in_scope }) => (in_scope ? 'included' : 'not included'),
  },
];

/** GET /markets: all markets with their freshness and whether the plan includes them. */
export default function MarketsPage() {
  const request = apiRequest('/markets');
  const [response, refetch] = useRequest(request);
  return (
    <Page title="Markets" lead="What there are prices of, how fresh they are, and what your plan includes.">
      <ResponseView response={response} refetch={refetch} lines={12}>
        {({ markets }) => (
          <DataTable
            caption={`${markets.length} markets`}
            columns={COLUMNS}
            rows={markets}
            rowKey={({ id }) => id}
            heading="name"
          />
        )}
      </ResponseView>
      <Curl url={request.url} />
    </Page>
  );
}
