import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { listSymbols } from '../../../../generated/pages.json';
import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';
import { useRequest } from '../../api/useRequest';
import { symbolAddress } from '../../routes';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { ResponseView } from '../../ui/responseView';
import type { Market } from './marketFacts';

type Entry = Schemas['SymbolEntry'];

const DEFAULTS = { q: '' };
/** More rows would make the page slow. */
const MAX_ROWS = 300;

/** The symbols of a market, found by ticker or name. */
export function SymbolSearch({ market }: { market: Market }) {
  const [{ q }, setState] = useUrlState(DEFAULTS);
  const [draft, setDraft] = useState(q);
  // In a layout effect: a later one would overwrite what was typed meanwhile.
  useLayoutEffect(() => setDraft(q), [q]);
  const id = useId();
  const words = q.trim().slice(0, listSymbols.parameters.q.maxLength);
  const request = apiRequest('/markets/{market_id}/symbols', {
    path: { market_id: market.id },
    query: { limit: MAX_ROWS, ...(words !== '' && { q: words }) },
  });
  const [response, refetch] = useRequest(request);
  return (
    <>
      <search>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            setState({ q: draft.trim() });
          }}
        >
          <span class="field">
            <label for={id}>Ticker or name</label>
            <input
              id={id}
              type="search"
              value={draft}
              maxLength={listSymbols.parameters.q.maxLength}
              onInput={(event) => setDraft(event.currentTarget.value)}
            />
          </span>
          <button type="submit" class="button main">
            Search
          </button>
        </form>
      </search>
      <section aria-live="polite" aria-label="Symbols" class="stack">
        <ResponseView response={response} refetch={refetch} lines={10}>
          {(list) => <MatchTable list={list} market={market} />}
        </ResponseView>
      </section>
      <Curl url={request.url} />
    </>
  );
}

function MatchTable({ list, market }: { list: Schemas['SymbolList']; market: Market }) {
  if (list.matched === 0) {
    return (
      <Notice>
        <p>{list.total === 0 ? 'This market holds no prices.' : 'No symbol of this market matches.'}</p>
      </Notice>
    );
  }
  return (
    <>
      {list.note && (
        <p class="small soft">{`${count(list.count)} of ${count(list.matched)} are shown: search to see others.`}</p>
      )}
      <DataTable
        caption={`${count(list.matched)} of ${count(list.total)} symbols match`}
        columns={columnsFor(market)}
        rows={list.symbols}
        rowKey={({ symbol }) => symbol}
        heading="symbol"
      />
    </>
  );
}

function columnsFor({ id, as_of }: Market): readonly Column<Entry>[] {
  return [
    {
      key: 'symbol',
      header: 'Symbol',
      value: ({ symbol }) => symbol,
      cell: ({ symbol }) => <Link href={symbolAddress(symbol, id)}>{symbol}</Link>,
    },
    { key: 'name', header: 'Name', value: ({ name }) => name },
    {
      key: 'first',
      header: 'Prices from',
      value: ({ first_date }) => first_date,
      cell: ({ first_date }) => dateOr(first_date),
    },
    { key: 'last', header: 'Through', value: ({ last_date }) => last_date, cell: ({ last_date }) => dateOr(last_date) },
    { key: 'state', header: 'State', value: (entry) => stateOf(entry, as_of) },
  ];
}

function dateOr(date: string | null) {
  return date === null ? '–' : <DateText date={date} />;
}

function stateOf({ last_date }: Entry, asOf: string | null): string {
  if (last_date === null) return 'cannot be read';
  return asOf !== null && last_date < asOf ? 'ends before the market' : 'current';
}
