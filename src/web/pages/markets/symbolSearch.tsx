import { useId, useLayoutEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { listSymbols } from '../../../../generated/pages.json';
import type { Schemas } from '../../api/client';
import { asking } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import { symbolAddress } from '../../routes';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { Notice } from '../../ui/notice';
import type { Market } from './marketFacts';

type Entry = Schemas['SymbolEntry'];

const DEFAULTS = { q: '' };
/** Rows that a page of a browser shows without becoming slow. */
const MOST_ROWS = 300;

/** The symbols of a market, found by ticker or name. */
export function SymbolSearch({ market }: { market: Market }) {
  const [{ q }, setState] = useUrlState(DEFAULTS);
  const [draft, setDraft] = useState(q);
  // Before anybody types: what is typed in the meantime would be lost.
  useLayoutEffect(() => setDraft(q), [q]);
  const id = useId();
  const words = q.trim().slice(0, listSymbols.parameters.q.maxLength);
  const question = asking('/markets/{market_id}/symbols', {
    path: { market_id: market.id },
    query: { limit: MOST_ROWS, ...(words !== '' && { q: words }) },
  });
  const [answer, again] = useAnswer(question);
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
        <Answered answer={answer} again={again} lines={10}>
          {(list) => <Found list={list} market={market} />}
        </Answered>
      </section>
      <Curl url={question.url} />
    </>
  );
}

function Found({ list, market }: { list: Schemas['SymbolList']; market: Market }) {
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
