import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { consoleRequest } from '../../api/console';
import { useRequest } from '../../api/useRequest';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText, InstantText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { PageButtons } from '../../ui/pageButtons';
import { OperatorResponse } from './operatorResponse';

type FeedSymbol = Schemas['FeedSymbol'];
type State = FeedSymbol['state'] | 'failing';

const CHOICES: readonly (readonly [State | '', string])[] = [
  ['', 'All'],
  ['failing', 'Failing'],
  ['held', 'Held back'],
  ['vanished', 'Vanished'],
  ['paused', 'Dropped'],
];

const WORDS: Readonly<Record<FeedSymbol['state'], string>> = {
  active: 'asked for',
  held: 'held back',
  vanished: 'vanished',
  paused: 'dropped',
};

const COLUMNS: readonly Column<FeedSymbol>[] = [
  {
    key: 'symbol',
    header: 'Symbol',
    unsortable: true,
    value: ({ symbol }) => symbol,
    cell: ({ symbol, spelling }) => (
      <div class="cell-text">
        {symbol}
        {spelling !== null && <span class="soft"> as {spelling}</span>}
      </div>
    ),
  },
  { key: 'state', header: 'State', unsortable: true, value: ({ state }) => WORDS[state] ?? state },
  {
    key: 'through',
    header: 'Through',
    title: 'The last session up to which it was asked for with success',
    unsortable: true,
    value: ({ through }) => through,
    cell: ({ through }) => (through === null ? <span class="soft">none yet</span> : <DateText date={through} />),
  },
  {
    key: 'tried',
    header: 'Tried',
    title: 'UTC',
    unsortable: true,
    value: ({ tried_at }) => tried_at,
    cell: ({ tried_at }) => <InstantText at={tried_at} />,
  },
  {
    key: 'fault',
    header: 'Why it failed',
    unsortable: true,
    value: ({ fault }) => fault,
    cell: ({ fault, failures }) => (
      <div class="cell-text">{fault === null ? '' : failures > 1 ? `${count(failures)} times: ${fault}` : fault}</div>
    ),
  },
];

/** The symbols of a feed, page by page. */
export function FeedSymbols({ feedId, name }: { feedId: number; name: string }) {
  const [state, setState] = useState<State | ''>('');
  const [after, setAfter] = useState<string | null>(null);
  const query = { limit: 50, ...(state !== '' && { state }), ...(after !== null && { after }) };
  const [response, refetch] = useRequest(
    consoleRequest('/operator/feeds/{feed_id}/symbols', { path: { feed_id: feedId }, query }),
  );
  const choose = (next: State | '') => {
    setAfter(null);
    setState(next);
  };
  return (
    <>
      <section class="row" aria-label={`Symbols of ${name}`}>
        {CHOICES.map(([key, text]) => (
          <button key={key} type="button" class="button" aria-pressed={key === state} onClick={() => choose(key)}>
            {text}
          </button>
        ))}
      </section>
      <OperatorResponse response={response} refetch={refetch}>
        {({ symbols, total, next_after }) => (
          <>
            {symbols.length === 0 ? (
              <p>None.</p>
            ) : (
              <DataTable
                caption={`${count(symbols.length)} of ${count(total)} symbols of ${name}`}
                columns={COLUMNS}
                rows={symbols}
                rowKey={({ symbol }) => symbol}
                heading="symbol"
              />
            )}
            <PageButtons hasPrevious={after !== null} next={next_after} goTo={setAfter} />
          </>
        )}
      </OperatorResponse>
    </>
  );
}
