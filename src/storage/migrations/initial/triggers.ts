import type { Knex } from 'knex';
import type { WatchedArea } from '../../database';
import { KEPT_DAYS } from './counters';
import { isPostgres } from './dialect';

/** Tables of the prices, with the column that names the symbol, and the columns whose change is one of the symbol. */
const OF_SYMBOLS = [
  { table: 'symbol', symbol: 'id', columns: ' OF id, ticker, key, name' },
  ...['membership', 'price_series', 'price_column', 'former_ticker'].map((table) => ({
    table,
    symbol: 'symbol_id',
    columns: '',
  })),
];

/** Tables whose every change counts in an area. */
const COUNTED: readonly { readonly table: string; readonly area: WatchedArea }[] = [
  { table: 'model', area: 'models' },
  { table: 'input_trial', area: 'models' },
  { table: 'null_distribution', area: 'nulls' },
];

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;

/** The row that a trigger finds by an event. */
const ROW = { INSERT: 'NEW', UPDATE: 'NEW', DELETE: 'OLD' } as const;

const RECORD_TABLES = ['ledger_record', 'ledger_card'];

/** Of what no record precedes. */
const NO_HASH = '0'.repeat(64);

/** What the database itself does with every change, by whomever it is made: it counts revisions, and guards the record. */
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
 * Once a transaction: PostgreSQL keeps every version of a row until the transaction that made it ends, and looks through
 * them all at each update. Who listens is notified with the transaction, by the schema.
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
    // INSERT OR REPLACE deletes without asking the triggers above: whatever is not the next link is refused first.
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

/** Requests of the day that is over, kept by the first request of the next. SQLite's are in the script of its second file. */
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

/** PostgreSQL numbers keys by a sequence. */
const SQLITE_KEY_ORDER = `CREATE TRIGGER api_key_made AFTER INSERT ON api_key WHEN NEW.made IS NULL BEGIN
  UPDATE api_key SET made = (SELECT coalesce(max(made), 0) + 1 FROM api_key) WHERE id = NEW.id;
END`;
