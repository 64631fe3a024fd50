import type { Knex } from 'knex';
import type { CalendarEntry, NotedPattern, ScanChanges } from '../core/record/scanChanges';
import type { JobSender } from '../queue/queue';
import { type Database, type EntityOf, instant, json, LARGEST_ID, plain, type Row, RowMapper } from './database';
import { addEvents, type NewEvent } from './webhookEvents';

const HEAD = {
  id: plain<number>(),
  at: instant(),
  /** The newest day of the prices used, `YYYY-MM-DD`; null without any. */
  asOf: plain<string | null>(),
  /** Why it failed, for a person; null when it did not. */
  fault: plain<string | null>(),
};
const RUN_HEAD = new RowMapper(HEAD);

/** A run without what it found. */
export type ScanRunHead = EntityOf<typeof RUN_HEAD>;

const RUN = new RowMapper({
  ...HEAD,
  /** Names the last bars of its markets. A scan runs once for the same bars. */
  prices: plain<string>(),
  /** Results with a different basis cannot be compared. */
  basis: plain<string>(),
  /** Null when it failed. */
  changes: json<ScanChanges | null>(),
});

export type RecordedScanRun = EntityOf<typeof RUN>;

/** A run of a saved scan. */
export type ScanRun = Omit<RecordedScanRun, 'id' | 'changes'> & {
  /** Null when it failed. */
  readonly result: ScanResult | null;
};

/** What a run found, as JSON. */
export interface ScanResult {
  readonly found: readonly NotedPattern[];
  readonly changes: ScanChanges;
}

/** The last result, which the next run is compared with. */
export interface PreviousResult extends Pick<ScanRun, 'basis'> {
  readonly found: readonly NotedPattern[];
}

/** A scan as it was when it ran. */
export interface ScanVersion {
  readonly id: string;
  readonly version: number;
}

const toRow = ({ result, ...run }: ScanRun) => ({
  ...RUN.toRow({ ...run, changes: result?.changes ?? null }),
  // Deleted when a later run succeeds.
  found: result && JSON.stringify(result.found),
});

/** Runs kept per scan. */
export const RUNS_KEPT = 30;

const LATEST = `SELECT basis, found FROM saved_scan_run
  WHERE saved_scan_id = ? AND found IS NOT NULL ORDER BY id DESC LIMIT 1`;
const BEFORE = 'SELECT * FROM saved_scan_run WHERE saved_scan_id = ? AND id < ? ORDER BY id DESC LIMIT ?';
/** Without `found`, which may be large for all scans of an account. */
const NEWEST = `SELECT r.saved_scan_id, ${RUN_HEAD.columnsOf('r')}
  FROM saved_scan s JOIN saved_scan_run r
    ON r.id = (SELECT max(l.id) FROM saved_scan_run l WHERE l.saved_scan_id = s.id)
  WHERE s.account_id = ?`;

const CALENDAR = 'SELECT entries FROM saved_scan_calendar WHERE saved_scan_id = ?';

/** The daily runs of saved scans, and the calendars that follow them. */
export class ScanRunStore {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobSender,
  ) {}

  /** The last result and its basis; null before the first result. */
  async latest(scanId: string): Promise<PreviousResult | null> {
    const [row] = await this.database.query<{ basis: string; found: string }>(LATEST, scanId);
    return row === undefined ? null : { basis: row.basis, found: JSON.parse(row.found) };
  }

  /**
   * Stores a run, its events and the new calendar in one transaction, and deletes runs before the last thirty.
   *
   * @param follow gives the calendar after the run; absent = unchanged
   * @returns `known` when the newest run is a successful one over the same prices: nothing is stored; `gone` when the scan has
   *   changed its version or was deleted
   */
  record(
    { id, version }: ScanVersion,
    run: ScanRun,
    events: readonly NewEvent[],
    follow?: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
  ): Promise<'stored' | 'known' | 'gone'> {
    return this.database.change('scans', async (trx) => {
      // The update locks the scan's row, so that no other transaction changes or deletes it meanwhile.
      const unchanged: number = await trx('saved_scan').where({ id, version }).update({ version });
      if (unchanged === 0) return 'gone';
      const same = { saved_scan_id: id, prices: run.prices };
      const newest: Pick<ScanRun, 'prices' | 'fault'> | undefined = await trx('saved_scan_run')
        .where({ saved_scan_id: id })
        .orderBy('id', 'desc')
        .first('prices', 'fault');
      if (newest?.prices === run.prices && newest.fault === null) return 'known';
      if (run.result !== null) await trx('saved_scan_run').where({ saved_scan_id: id }).update({ found: null });
      await trx('saved_scan_run').where(same).delete();
      await trx('saved_scan_run').insert({ saved_scan_id: id, ...toRow(run) });
      await deleteOld(trx, id);
      if (follow !== undefined) await updateCalendar(trx, id, follow);
      await addEvents(trx, events, this.jobs);
      return 'stored';
    });
  }

  /** The newest run of each scan of an account that has run, by the scan's id. */
  async newest(accountId: number): Promise<ReadonlyMap<string, ScanRunHead>> {
    const rows = await this.database.query<{ saved_scan_id: string }>(NEWEST, accountId);
    return new Map(rows.map((row) => [row.saved_scan_id, RUN_HEAD.toEntity(row)]));
  }

  /** Newest first. @param before id of a run: only older ones; null = all */
  async of(scanId: string, before: number | null, limit: number): Promise<RecordedScanRun[]> {
    return (await this.database.query<Row>(BEFORE, scanId, before ?? LARGEST_ID, limit)).map(RUN.toEntity);
  }

  /** The calendar entries of a saved scan, by entry session. */
  async calendar(scanId: string): Promise<CalendarEntry[]> {
    const [row] = await this.database.query<{ entries: string }>(CALENDAR, scanId);
    return row === undefined ? [] : JSON.parse(row.entries);
  }
}

/** Updates the calendar of a saved scan. @param trx has locked the row of the scan. @param follow gives the new entries */
async function updateCalendar(
  trx: Knex,
  savedScanId: string,
  follow: (former: readonly CalendarEntry[]) => readonly CalendarEntry[],
): Promise<void> {
  const key = { saved_scan_id: savedScanId };
  const row: { entries: string } | undefined = await trx('saved_scan_calendar').where(key).first('entries');
  const entries = JSON.stringify(follow(row === undefined ? [] : JSON.parse(row.entries)));
  if (row === undefined) await trx('saved_scan_calendar').insert({ ...key, entries });
  else if (row.entries !== entries) await trx('saved_scan_calendar').where(key).update({ entries });
}

/** Deletes old runs, but never the last result, however many runs have failed since. */
async function deleteOld(trx: Knex, scanId: string): Promise<void> {
  const runs = () => trx('saved_scan_run').where({ saved_scan_id: scanId });
  const kept: number[] = await runs().orderBy('id', 'desc').limit(RUNS_KEPT).pluck('id');
  await runs().whereNull('found').whereNotIn('id', kept).delete();
}
