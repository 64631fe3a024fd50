import type { Knex } from 'knex';
import type { CalendarEntry } from '../../core/record/calendarEntries';
import type { SavedScan, WaitingScan } from '../savedScans';
import type { FoundByRun, RecordedScanRun, ScanRun, ScanRunHead, ScanRunStore } from '../scanRuns';
import type { NewEvent } from '../webhooks';
import { followCalendar } from './calendars';
import type { SqlDatabase } from './database';
import { addEvents } from './outbox';
import { type SavedScanRow, toSavedScan } from './savedScanRows';

/** Runs that are kept of a scan. */
const KEPT = 30;

/** A run as both databases keep it. What was found is kept of the last result alone. */
interface RunRow {
  readonly id: number;
  readonly prices: string;
  readonly at: number;
  readonly as_of: string | null;
  readonly basis: string;
  /** JSON. */
  readonly found: string | null;
  /** JSON. */
  readonly changes: string | null;
  readonly fault: string | null;
}

type RunHeadRow = Pick<RunRow, 'id' | 'at' | 'as_of' | 'fault'> & { readonly saved_scan_id: string };

interface WaitingRow extends SavedScanRow {
  readonly tier: string;
  readonly prices: string | null;
  readonly run_at: number | null;
  readonly fault: string | null;
}

const WAITING = `SELECT s.*, a.tier, r.prices, r.at AS run_at, r.fault
  FROM saved_scan s JOIN account a ON a.id = s.account_id
  LEFT JOIN saved_scan_run r ON r.id = (SELECT max(l.id) FROM saved_scan_run l WHERE l.saved_scan_id = s.id)
  WHERE s.account_id IN
    (SELECT DISTINCT o.account_id FROM saved_scan o JOIN account w ON w.id = o.account_id
     WHERE o.account_id > ? AND w.suspended_at IS NULL ORDER BY o.account_id LIMIT ?)
  ORDER BY s.account_id, s.created_at, s.id`;
const LATEST = `SELECT basis, found FROM saved_scan_run
  WHERE saved_scan_id = ? AND found IS NOT NULL ORDER BY id DESC LIMIT 1`;
const RUNS = 'SELECT * FROM saved_scan_run WHERE saved_scan_id = ? AND id < ? ORDER BY id DESC LIMIT ?';
/** What was found is left where it is: of all scans of an account it may be much. */
const NEWEST = `SELECT r.saved_scan_id, r.id, r.at, r.as_of, r.fault
  FROM saved_scan s JOIN saved_scan_run r
    ON r.id = (SELECT max(l.id) FROM saved_scan_run l WHERE l.saved_scan_id = s.id)
  WHERE s.account_id = ?`;
const LAST_ID = 2 ** 31 - 1;

const toWaiting = (row: WaitingRow): WaitingScan => ({
  scan: toSavedScan(row),
  tier: row.tier,
  lastRun:
    row.prices === null || row.run_at === null
      ? null
      : { prices: row.prices, at: new Date(row.run_at), fault: row.fault },
});

const toHead = ({ id, at, as_of, fault }: RunHeadRow): ScanRunHead => ({ id, at: new Date(at), asOf: as_of, fault });

const toRun = ({ id, prices, at, as_of, basis, changes, fault }: RunRow): RecordedScanRun => ({
  ...{ id, prices, at: new Date(at), asOf: as_of, basis, fault },
  changes: changes === null ? null : JSON.parse(changes),
});

const toRow = ({ prices, at, asOf, basis, result, fault }: ScanRun): Omit<RunRow, 'id'> => ({
  ...{ prices, at: at.getTime(), as_of: asOf, basis, fault },
  found: result && JSON.stringify(result.found),
  changes: result && JSON.stringify(result.changes),
});

/** What the daily runs of saved scans found. */
export class SqlScanRuns implements ScanRunStore {
  constructor(private readonly database: SqlDatabase) {}

  async accountsAfter(after: number, accounts: number): Promise<WaitingScan[]> {
    return (await this.database.query<WaitingRow>(WAITING, after, accounts)).map(toWaiting);
  }

  async latest(scanId: string): Promise<FoundByRun | null> {
    const [row] = await this.database.query<{ basis: string; found: string }>(LATEST, scanId);
    return row === undefined ? null : { basis: row.basis, found: JSON.parse(row.found) };
  }

  record(
    { id, version }: Pick<SavedScan, 'id' | 'version'>,
    run: ScanRun,
    events: readonly NewEvent[],
    follow?: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
  ): Promise<'stored' | 'known' | 'gone'> {
    return this.database.change('scans', async (trx) => {
      // Its row is held until the end: whoever changes or deletes it meanwhile waits.
      const held: number = await trx('saved_scan').where({ id, version }).update({ version });
      if (held === 0) return 'gone';
      const same = { saved_scan_id: id, prices: run.prices };
      const former: RunRow | undefined = await trx('saved_scan_run').where(same).first();
      if (former?.fault === null) return 'known';
      if (run.result !== null) await trx('saved_scan_run').where({ saved_scan_id: id }).update({ found: null });
      await trx('saved_scan_run').where(same).delete();
      await trx('saved_scan_run').insert({ saved_scan_id: id, ...toRow(run) });
      await dropOld(trx, id);
      if (follow !== undefined) await followCalendar(trx, id, follow);
      await addEvents(trx, events);
      return 'stored';
    });
  }

  async newest(accountId: number): Promise<ReadonlyMap<string, ScanRunHead>> {
    const rows = await this.database.query<RunHeadRow>(NEWEST, accountId);
    return new Map(rows.map((row) => [row.saved_scan_id, toHead(row)]));
  }

  async of(scanId: string, before: number | null, limit: number): Promise<RecordedScanRun[]> {
    return (await this.database.query<RunRow>(RUNS, scanId, before ?? LAST_ID, limit)).map(toRun);
  }
}

/** What was found last stays, however many runs have failed since. */
async function dropOld(trx: Knex, scanId: string): Promise<void> {
  const kept: number[] = await trx('saved_scan_run')
    .where({ saved_scan_id: scanId })
    .orderBy('id', 'desc')
    .limit(KEPT)
    .pluck('id');
  await trx('saved_scan_run').where({ saved_scan_id: scanId }).whereNull('found').whereNotIn('id', kept).delete();
}
