import type { Knex } from 'knex';
import { millisOrNull } from './columns';
import type { IsGone } from './work';

/** What came of a run, in symbols unless said otherwise. */
export interface FeedRun {
  /** Instants. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The last session that was requested, YYYY-MM-DD. */
  readonly session: string;
  readonly asked: number;
  /** With new prices, or the history anew. */
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly vanished: number;
  readonly held: number;
  /** Not requested: the next run begins with them. */
  readonly left: number;
  /** New rows. */
  readonly rows: number;
  /** Why the run ended early; null when it did not. */
  readonly ended: string | null;
}

export interface FeedClaim {
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
}

/** Columns of `feed`. */
interface ClaimRow {
  readonly holder: string | null;
  readonly held_until: number | null;
}

/** Whether another process has a claim on a feed. @param holder whose own claim does not count; null = every claim counts */
export async function isBeingRun(
  trx: Knex,
  id: number,
  holder: string | null,
  now: Date,
  isGone: IsGone,
): Promise<boolean> {
  const feed: ClaimRow | undefined = await trx('feed').where({ id }).first();
  if (feed === undefined || feed.holder === null || feed.holder === holder) return false;
  return feed.held_until !== null && feed.held_until > now.getTime() && !(await isGone(feed.holder));
}

/** As `FeedStore.claim`. */
export async function claimRun(
  trx: Knex,
  feedId: number,
  { holder, now, until }: FeedClaim,
  isGone: IsGone,
): Promise<boolean> {
  if (await isBeingRun(trx, feedId, holder, now, isGone)) return false;
  const claimed: number = await trx('feed').where({ id: feedId }).update({ holder, held_until: until.getTime() });
  return claimed > 0;
}

/** As `FeedStore.finish`. @param lastRun null leaves the run before it */
export async function finishRun(
  trx: Knex,
  feedId: number,
  holder: string,
  { lastRun, nextAt }: { readonly lastRun: FeedRun | null; readonly nextAt: Date | null },
): Promise<void> {
  const end = {
    holder: null,
    held_until: null,
    next_at: millisOrNull(nextAt),
    // Knex leaves out what is undefined.
    last_run: lastRun === null ? undefined : JSON.stringify(lastRun),
  };
  await trx('feed').where({ id: feedId, holder }).update(end);
}
