import type { Knex } from 'knex';
import type { RequestLimits } from '../database';
import { DatabaseAwayError, UnusableDatabaseError } from '../errors';
import { shownUrl } from '../url';
import { type ConnectionLimits, Connections } from './connections';
import { knexOver } from './knexClient';
import { migratePostgres } from './migrate';
import { findQueues, openQueues } from './queues';
import { SubjectLines } from './subjectLines';

/** An open database. */
export interface PostgresDatabase {
  readonly url: string;
  /** Query builder for what may take its time: imports, jobs, commands. */
  readonly knex: Knex;
  /** The connections of `knex`. */
  readonly work: Connections;
  /** What a request waits for: statements of one round trip, answered soon or not at all. */
  readonly requests: Connections;
  /** The same for those that change the row of one subject. */
  readonly lines: SubjectLines;
  /** Milliseconds that its clock was ahead of this machine's as it was opened. */
  readonly clockAhead: number;
  /** Names of the migrations that were applied as it was opened. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** Connections and patience of a process. */
export interface PostgresSettings {
  readonly requests: ConnectionLimits;
  readonly work: ConnectionLimits;
  /** How long a statement may wait for others of its subject, milliseconds. */
  readonly turnMs: number;
}

const WORK: ConnectionLimits = { most: 5, waitMs: 10_000, statementMs: 300_000 };

/** Of what no request waits for: commands, and threads that work. */
export const PATIENT: PostgresSettings = { requests: { ...WORK, most: 4 }, work: WORK, turnMs: WORK.waitMs };

/**
 * Of a service. A connection and an answer are each waited for about half of the time there is; a turn somewhat less, after
 * which there is a connection nearly always.
 */
export function servingWith({ connections, waitMs }: RequestLimits): PostgresSettings {
  return {
    requests: { most: connections, waitMs: Math.round(0.45 * waitMs), statementMs: Math.round(0.5 * waitMs) },
    work: WORK,
    turnMs: Math.round(0.35 * waitMs),
  };
}

/**
 * Opens and migrates a database.
 *
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters of libpq that the driver knows
 * @throws UnusableDatabaseError naming the database and what to do: then nothing in it has been changed
 */
export async function openPostgres(url: string, settings = PATIENT): Promise<PostgresDatabase> {
  const requests = new Connections(url, settings.requests);
  const work = new Connections(url, settings.work);
  const knex = knexOver(work);
  const close = async () => {
    await Promise.all([requests.close(), work.close()]);
  };
  try {
    const migrated = await migratePostgres(knex);
    if (!(await findQueues(knex)).installed) await openQueues(knex, work);
    const lines = new SubjectLines(requests, settings.turnMs);
    return { url, knex, work, requests, lines, clockAhead: await clockAheadOf(knex), migrated, close };
  } catch (error) {
    await close();
    throw new UnusableDatabaseError(`cannot open the database ${shownUrl(url)}: ${reasonOf(error)}`, { cause: error });
  }
}

async function clockAheadOf(knex: Knex): Promise<number> {
  const asked = Date.now();
  const { rows } = await knex.raw('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms');
  return Math.round(rows[0].now_ms - (asked + Date.now()) / 2);
}

/** One line. */
function reasonOf(error: unknown): string {
  if (error instanceof UnusableDatabaseError) return error.message;
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  const reason = (error as Error).message.replace(/\s+/g, ' ');
  const remedy = REMEDIES[String(code)] ?? (error instanceof DatabaseAwayError ? CHECK_SERVER : null);
  return remedy === null ? reason : `${reason}; ${remedy}`;
}

const CHECK_SERVER = 'check that a PostgreSQL server runs and listens there, and that DATABASE_URL names it';
const CHECK_USER = 'check user and password in DATABASE_URL';

/** By the code of the system or of the server. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28000': CHECK_USER,
  '28P01': CHECK_USER,
  '3D000': 'create it with createdb, or name another in DATABASE_URL',
  '42501': 'the user of DATABASE_URL needs the rights of the owner of these tables',
  '53300': 'stop what holds connections, or raise max_connections of the server',
};
