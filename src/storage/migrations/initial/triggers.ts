import type { Knex } from 'knex';
import type { WatchedArea } from '../../database';
import { isPostgres, KEPT_DAYS } from './records';

/** Tables of prices, their column with the symbol's id, and the columns whose update changes the symbol. */
const OF_SYMBOLS = [
  { table: 'symbol', symbol: 'id', columns: ' OF id, ticker, key, name' },
  ...['membership', 'price_series', 'price_column', 'former_ticker'].map((table) => ({
    table,
    symbol: 'symbol_id',
    columns: '',
  })),
];

/** Tables whose every change increments the revision of an area. */
const COUNTED: readonly { readonly table: string; readonly area: WatchedArea }[] = [
  { table: 'model', area: 'models' },
  { table: 'input_trial', area: 'models' },
  { table: 'null_distribution', area: 'nulls' },
];

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;

/** The row that a trigger gets. */
const ROW = { INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' } as const;

const RECORD_TABLES = ['ledger_record', 'ledger_card'];

/** `prev_hash` of the first record. */
const NO_HASH = '0'.repeat(64);

/**
 * Creates the table of revisions: how often each area was changed. Triggers increment them, so that a change by any client
 * is counted, even one that damages a blob without changing its hash. `FeedStore` itself counts the changes of feeds.
 */
export async function createRevisions(
  knex: Knex,
  values: Record<WatchedArea, number> = { prices: 0, models: 0, nulls: 0, feeds: 0 },
): Promise<void> {
  await knex.schema.createTable('revision', (table) => {
    table.string('area').primary();
    table.bigInteger('value').notNullable();
  });
  await knex('revision').insert(Object.entries(values).map(([area, value]) => ({ area, value })));
  // The transaction that incremented the revision last: a transaction increments it only once.
  if (isPostgres(knex)) await knex.raw('ALTER TABLE revision ADD COLUMN changed_by xid8');
}

/** Creates the triggers that count revisions and protect the ledger. */
export async function createTriggers(knex: Knex): Promise<void> {
  const statements = isPostgres(knex)
    ? [...postgresRevisions(), ...postgresRecord(), ...postgresDays()]
    : [...sqliteRevisions(), ...sqliteRecord(), SQLITE_KEY_ORDER];
  for (const statement of statements) await knex.raw(statement);
}

function sqliteRevisions(): string[] {
  const count = (area: WatchedArea) => `UPDATE revision SET value = value + 1 WHERE area = '${area}'`;
  const ofSymbols = OF_SYMBOLS.flatMap(({ table, symbol, columns }) =>
    EVENTS.map((event) => {
      const touched = event === 'UPDATE' ? `OLD.${symbol}, NEW.${symbol}` : `${ROW[event]}.${symbol}`;
      return `CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event}${event === 'UPDATE' ? columns : ''} ON ${table}
        BEGIN
          ${count('prices')};
          UPDATE symbol SET revision = (SELECT value FROM revision WHERE area = 'prices') WHERE id IN (${touched});
        END`;
    }),
  );
  const counted = COUNTED.flatMap(({ table, area }) =>
    EVENTS.map(
      (event) => `CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table} BEGIN ${count(area)}; END`,
    ),
  );
  return [...ofSymbols, ...counted];
}

/**
 * A transaction increments a revision only once: PostgreSQL keeps every version of a row until the transaction ends, and each
 * update reads through them all. The notification contains the schema, since all schemas of a database share the channel.
 */
function postgresRevisions(): string[] {
  const count = (area: string) => `UPDATE revision SET value = value + 1, changed_by = pg_current_xact_id()
        WHERE area = ${area} AND changed_by IS DISTINCT FROM pg_current_xact_id()`;
  const functions = [
    `CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      ${count('TG_ARGV[0]')};
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION count_symbol_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      touched integer[];
    BEGIN
      ${count("'prices'")};
      IF TG_OP = 'TRUNCATE' THEN
        touched := ARRAY(SELECT id FROM symbol);
      ELSIF TG_TABLE_NAME = 'symbol' THEN
        touched := ARRAY[OLD.id, NEW.id];
      ELSE
        touched := ARRAY[OLD.symbol_id, NEW.symbol_id];
      END IF;
      UPDATE symbol SET revision = r.value FROM revision r
        WHERE r.area = 'prices' AND symbol.id = ANY (touched) AND symbol.revision <> r.value;
      RETURN NULL;
    END $$`,
    `CREATE FUNCTION notify_revision() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      PERFORM pg_notify('perennial', current_schema());
      RETURN NULL;
    END $$`,
  ];
  const ofSymbols = OF_SYMBOLS.flatMap(({ table, columns }) => [
    `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE${columns} OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION count_symbol_change()`,
    `CREATE TRIGGER ${table}_truncate AFTER TRUNCATE ON ${table} EXECUTE FUNCTION count_symbol_change()`,
  ]);
  const counted = COUNTED.map(
    ({ table, area }) => `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION count_change('${area}')`,
  );
  const notify = `CREATE TRIGGER revision_notifies AFTER UPDATE ON revision FOR EACH ROW EXECUTE FUNCTION notify_revision()`;
  return [...functions, ...ofSymbols, ...counted, notify];
}

function sqliteRecord(): string[] {
  const refused = RECORD_TABLES.flatMap((table) =>
    ['UPDATE', 'DELETE'].map(
      (event) => `CREATE TRIGGER ${table}_no_${event.toLowerCase()} BEFORE ${event} ON ${table}
        BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`,
    ),
  );
  return [
    ...refused,
    // INSERT OR REPLACE deletes rows without firing the triggers above, so inserts are checked too.
    `CREATE TRIGGER ledger_record_next BEFORE INSERT ON ledger_record
    WHEN NEW.seq IS NOT (SELECT COALESCE(MAX(seq), 0) + 1 FROM ledger_record)
      OR NEW.prev_hash IS NOT COALESCE((SELECT hash FROM ledger_record ORDER BY seq DESC LIMIT 1), '${NO_HASH}')
      OR EXISTS (SELECT 1 FROM ledger_record WHERE unique_key = NEW.unique_key OR hash = NEW.hash)
    BEGIN SELECT RAISE(ABORT, 'the ledger takes only the next link of its chain'); END`,
    `CREATE TRIGGER ledger_card_new BEFORE INSERT ON ledger_card
    WHEN EXISTS (SELECT 1 FROM ledger_card WHERE seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`,
  ];
}

function postgresRecord(): string[] {
  const refuse = 'EXECUTE FUNCTION ledger_is_append_only()';
  const refused = RECORD_TABLES.flatMap((table) => [
    `CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW ${refuse}`,
    `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table} ${refuse}`,
  ]);
  return [
    `CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the ledger is append-only';
    END $$`,
    ...refused,
    `CREATE FUNCTION ledger_takes_next() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
      last_seq integer;
      last_hash text;
    BEGIN
      SELECT seq, hash INTO last_seq, last_hash FROM ledger_record ORDER BY seq DESC LIMIT 1;
      IF NEW.seq IS DISTINCT FROM COALESCE(last_seq, 0) + 1
        OR NEW.prev_hash IS DISTINCT FROM COALESCE(last_hash, '${NO_HASH}') THEN
        RAISE EXCEPTION 'the ledger takes only the next link of its chain';
      END IF;
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER ledger_record_next BEFORE INSERT ON ledger_record
    FOR EACH ROW EXECUTE FUNCTION ledger_takes_next()`,
  ];
}

/** The first request of a day stores the count of the previous day. On SQLite `COUNTER_SCRIPTS` does this. */
function postgresDays(): string[] {
  return [
    `CREATE FUNCTION keep_account_day() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO account_day VALUES (OLD.subject, OLD.day, OLD.day_count)
        ON CONFLICT (subject, day) DO UPDATE SET requests = greatest(account_day.requests, EXCLUDED.requests);
      DELETE FROM account_day WHERE subject = OLD.subject AND day < NEW.day - ${KEPT_DAYS};
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER account_day_over AFTER UPDATE OF day ON account_usage
    FOR EACH ROW WHEN (NEW.day > OLD.day) EXECUTE FUNCTION keep_account_day()`,
  ];
}

/** Numbers new keys. PostgreSQL uses a sequence. */
const SQLITE_KEY_ORDER = `CREATE TRIGGER api_key_made AFTER INSERT ON api_key WHEN NEW.made IS NULL BEGIN
  UPDATE api_key SET made = (SELECT coalesce(max(made), 0) + 1 FROM api_key) WHERE id = NEW.id;
END`;
