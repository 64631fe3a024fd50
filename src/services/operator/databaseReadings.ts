import { counter, gauge, type Reading } from '../../log';
import { UNAVAILABLE_REASONS, type UnavailableReason } from '../../storage/errors';
import type { DatabaseWaits } from '../../storage/waits';

/** The metrics of the database that need no answer of it. @param reason as `Database.unavailable` */
export function databaseReadings(reason: UnavailableReason | null, pools: readonly DatabaseWaits[]): Reading[] {
  const waits = pools.flatMap(({ pool, waits }) =>
    Object.entries(waits).map(([cause, wait]) => ({ labels: { pool, for: cause }, wait })),
  );
  return [
    gauge(
      'database_fault',
      'Whether the database is unavailable now, by reason; GET /readyz names the same',
      UNAVAILABLE_REASONS.map((one) => ({ labels: { reason: one }, value: Number(one === reason) })),
    ),
    gauge('database_newer', 'Whether a newer version has migrated the database: this process is to be replaced', [
      { value: Number(reason === 'database_newer') },
    ]),
    gauge(
      'database_connections',
      'Connections to the database by pool: in use, idle, and the most there may be; none over SQLite',
      pools.flatMap(({ pool, connections }) =>
        Object.entries(connections ?? {}).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
    ),
    gauge(
      'database_waiting',
      'Statements that wait now: for a connection, for their answer, or for the write lock of SQLite',
      waits.map(({ labels, wait }) => ({ labels, value: wait.waiting })),
    ),
    counter(
      'database_waits_total',
      'Waits that have ended',
      waits.map(({ labels, wait }) => ({ labels, value: wait.ended })),
    ),
    counter(
      'database_wait_seconds_total',
      'Length of those waits together',
      waits.map(({ labels, wait }) => ({ labels, value: wait.seconds })),
    ),
  ];
}
