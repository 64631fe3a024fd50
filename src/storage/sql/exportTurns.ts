import type { Knex } from 'knex';
import type { IsGone } from '../work';
import { type JobRow, UNDER_WAY } from './exportRow';

/**
 * Jobs that nobody is at, in their turn: first those of accounts with the fewest under way, then of accounts for which the
 * longest time none was made, then what was asked for first.
 */
export async function waitingInTurn(trx: Knex, now: Date, isGone: IsGone): Promise<JobRow[]> {
  const rows: JobRow[] = await trx('export_job').whereIn('state', UNDER_WAY).orderBy(['created_at', 'id']);
  const waiting: JobRow[] = [];
  const running = new Map<number, number>();
  for (const row of rows) {
    const other = row.state === 'running' ? row.holder : null;
    const isHeld = other !== null && Number(row.held_until) > now.getTime() && !(await isGone(other));
    if (isHeld) running.set(row.account_id, (running.get(row.account_id) ?? 0) + 1);
    else waiting.push(row);
  }
  const made: { account_id: number; last: number }[] = await trx('export_job')
    .whereIn('state', ['ready', 'failed', 'expired'])
    .groupBy('account_id')
    .select('account_id')
    .max({ last: 'finished_at' });
  const lastOf = new Map(made.map(({ account_id, last }) => [account_id, Number(last)]));
  const turnOf = ({ account_id }: JobRow) => [running.get(account_id) ?? 0, lastOf.get(account_id) ?? 0];
  return waiting.sort((a, b) => {
    const [ours, theirs] = [turnOf(a), turnOf(b)];
    return ours[0] - theirs[0] || ours[1] - theirs[1];
  });
}
