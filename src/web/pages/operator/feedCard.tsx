import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { responseBody, type Schemas } from '../../api/client';
import { consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { DateText, InstantText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';
import { ActionFailure } from '../account/actionFailure';
import { FeedSymbols } from './feedSymbols';

type OperatedFeed = Schemas['OperatorFeed'];

/** A feed with its state, its last run and its actions. */
export function FeedCard({ feed, onDone }: { feed: OperatedFeed; onDone: (what: string) => void }) {
  const { feed_id, provider, provider_name, market_id, market_name, symbols } = feed;
  const [isOpen, setOpen] = useState(false);
  const path = { params: { path: { feed_id } } };
  const name = `${provider_name ?? provider}, ${market_name}`;
  const change = useAction(
    (paused: boolean) => responseBody(consoleClient.PATCH('/operator/feeds/{feed_id}', { ...path, body: { paused } })),
    ({ message }) => onDone(message),
  );
  const run = useAction(
    () => responseBody(consoleClient.POST('/operator/feeds/{feed_id}/run', path)),
    ({ message }) => onDone(`${name}: ${message}`),
  );
  const isBusy = change.busy || run.busy;
  return (
    <section class="card stack" aria-label={name}>
      <h2>{name}</h2>
      <p class="soft small">
        {provider}, market {market_id}; {stateOf(feed)}
      </p>
      <KeyValues pairs={factsOf(feed)} />
      <ActionFailure action={change} />
      <ActionFailure action={run} />
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={isBusy}
          aria-label={`${feed.paused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => change.run(!feed.paused)}
        >
          {feed.paused ? 'Resume' : 'Pause'}
        </button>
        {!feed.paused && (
          <button
            type="button"
            class="button"
            disabled={isBusy}
            aria-label={`Run now: ${name}`}
            onClick={() => run.run()}
          >
            Run now
          </button>
        )}
        {!feed.paused && symbols.paused > 0 && (
          <button type="button" class="button" disabled={isBusy} onClick={() => change.run(false)}>
            Ask again for {count(symbols.paused)} dropped
          </button>
        )}
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the symbols' : 'Symbols'}
        </button>
      </div>
      {isOpen && <FeedSymbols feedId={feed_id} name={name} />}
    </section>
  );
}

function stateOf({ paused, running, provider_name }: OperatedFeed): string {
  if (provider_name === null) return 'its provider is not known to this server any more';
  if (running) return 'being run';
  return paused ? 'paused' : 'on';
}

function factsOf(feed: OperatedFeed) {
  const { symbols, failing, lacking, session, next_run_at, last_run, requests_today, requests_per_day } = feed;
  const total = symbols.active + symbols.vanished + symbols.held + symbols.paused;
  return [
    [
      'Symbols',
      countsText(total, [
        [failing, 'failing'],
        [symbols.held, 'held back'],
        [symbols.vanished, 'vanished'],
        [symbols.paused, 'dropped'],
      ]),
    ],
    ...(symbols.held > 0
      ? [
          [
            'Waiting',
            <Link key="held" href="/operator/held-prices">
              Held prices to decide on
            </Link>,
          ] as const,
        ]
      : []),
    [
      'Lack the last session',
      <>
        {count(lacking)} of {count(total)}, for <DateText date={session} />
      </>,
    ],
    [
      'Next run',
      <>
        <InstantText at={next_run_at} none={feed.paused ? 'when resumed' : 'never'} /> {next_run_at !== null && 'UTC'}
      </>,
    ],
    ['Last run', last_run === null ? <span class="soft">never</span> : <LastRun run={last_run} />],
    ['Requests today', `${count(requests_today)}${requests_per_day === null ? '' : ` of ${count(requests_per_day)}`}`],
    ...(feed.unadjusted ? [['Adjustment', 'none: prices are taken as they are'] as const] : []),
  ] as const;
}

function LastRun({ run }: { run: NonNullable<OperatedFeed['last_run']> }) {
  const { finished_at, session, asked, updated, rows, unchanged, failed, vanished, held, left, ended } = run;
  const counts = countsText(asked, [
    [updated, `updated (${count(rows)} new rows)`],
    [unchanged, 'as they were'],
    [failed, 'failed'],
    [held, 'held back'],
    [vanished, 'vanished'],
    [left, 'left for the next run'],
  ]);
  return (
    <>
      <InstantText at={finished_at} /> UTC, for <DateText date={session} />: {counts}
      {ended !== null && <div>It ended early: {ended}</div>}
    </>
  );
}

/** `4: 2 failing, 1 held back`; zero counts are left out. */
function countsText(total: number, parts: readonly (readonly [number, string])[]): string {
  const texts = parts.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`);
  return texts.length === 0 ? count(total) : `${count(total)}: ${texts.join(', ')}`;
}
