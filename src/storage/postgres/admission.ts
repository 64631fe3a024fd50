import { LRUCache } from 'lru-cache';
import type { Admitted, Arrival, Quotas } from '../accounts';
import type { Statement } from '../postgresConnections';
import { saidBy } from './clock';
import type { PostgresDatabase } from './database';
import { type CountedRow, toCounted } from './requestCounter';

/** What was counted is null where nobody may come in. */
type CountedWith<Row> = Row & { [Column in keyof CountedRow]: CountedRow[Column] | null };

/** Somebody who comes in with something. */
export interface AskedAdmission {
  readonly statement: Statement;
  /** Names what they bring: no two accounts have the same. */
  readonly credential: string;
  readonly who: readonly string[];
  readonly arrival: Arrival;
}

/** Credentials whose account is remembered. */
const OWNERS = 10_000;
/** Accounts by the credentials that found them. */
const ownersIn = new WeakMap<PostgresDatabase, LRUCache<string, number>>();
/** Tiers stay the same for the life of a process. */
const texts = new WeakMap<Quotas, string>();

/**
 * Looks somebody up and counts their request, by a function of the database (migrations/postgresMetering.ts). Requests of an
 * account wait for one another by its id, and until it is known by what they came with.
 */
export async function admit<Row extends object, T>(
  database: PostgresDatabase,
  { statement, credential, who, arrival: { at, quotas } }: AskedAdmission,
  toFound: (row: Row) => T,
  ownerOf: (row: Row) => number,
): Promise<Admitted<T>> {
  const values = [...who, ...saidBy(database, at), written(quotas)];
  const owners = ownersOf(database);
  const line = `account ${owners.get(credential) ?? credential}`;
  const [row] = await database.lines.ask<CountedWith<Row>>(line, statement, values);
  if (row === undefined) return { found: null, now: at.now, counted: null };
  owners.set(credential, ownerOf(row));
  const isCounted = row.allowed !== null;
  return { found: toFound(row), now: row.now_ms!, counted: isCounted ? toCounted(row as CountedRow) : null };
}

function ownersOf(database: PostgresDatabase): LRUCache<string, number> {
  const owners = ownersIn.get(database) ?? new LRUCache<string, number>({ max: OWNERS });
  ownersIn.set(database, owners);
  return owners;
}

/** As the functions of the database take them. */
function written(quotas: Quotas): string {
  const known = texts.get(quotas);
  if (known !== undefined) return known;
  const byTier = [...quotas.byTier, ['', quotas.otherwise] as const];
  const text = JSON.stringify(Object.fromEntries(byTier.map(([tier, q]) => [tier, [q.perMinute, q.perDay]])));
  texts.set(quotas, text);
  return text;
}
