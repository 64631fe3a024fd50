import { closesIn } from '../../core/detection/closesIn';
import { countSessions, openColumns, type PriceColumns } from '../../core/detection/columns';
import type { VisibleSeries } from '../priceBlocks';
import type { KnownBlock } from '../prices';
import type { FoundCloses } from '../sql/block';
import type { RowsOf } from './priceIndex';

/**
 * A row that is written, by whomever and however, has another transaction and lies elsewhere; what it says of its content is
 * there too, since after a failover another primary may give the same to another.
 */
const STAMPS = `SELECT p.symbol_id AS id, md5(concat_ws(' ', p.row_count, p.xmin, p.ctid, c.hash, c.xmin, c.ctid)) AS stamp
  FROM price_series p JOIN price_column c ON c.symbol_id = p.symbol_id AND c.column_set = 'close'`;

interface Kept {
  readonly columns: PriceColumns;
  readonly index: number;
  readonly member: KnownBlock['members'][number];
}

/** Closes that lie in memory as they are stored: they were verified when they were read. */
export class KeptSeries {
  private constructor(
    private readonly kept: ReadonlyMap<number, Kept>,
    private readonly stamps: ReadonlyMap<number, string>,
  ) {}

  /** @param rowsOf in the transaction in which all else is read */
  static async of(known: readonly KnownBlock[], rowsOf: RowsOf): Promise<KeptSeries> {
    const kept = new Map<number, Kept>();
    for (const { buffer, members } of known) {
      const columns = openColumns(buffer);
      for (const [index, member] of members.entries()) kept.set(member.id, { columns, index, member });
    }
    const rows = await rowsOf<{ id: number; stamp: string }>(STAMPS);
    return new KeptSeries(kept, new Map(rows.map(({ id, stamp }) => [id, stamp])));
  }

  /** As `StoredMember` has it, of what is stored now. */
  stampOf(id: number): string | null {
    return this.stamps.get(id) ?? null;
  }

  /** Null where they have to be read: they were written since, or others of them are visible now. */
  find({ listed: { id }, stored, visibleThrough }: VisibleSeries): FoundCloses | null {
    const kept = this.kept.get(id);
    if (kept === undefined) return null;
    const { columns, index, member } = kept;
    const isWhole = stored.lastDay <= Math.min(visibleThrough, member.visibleThrough);
    if (member.stamp === null || member.stamp !== this.stampOf(id)) return null;
    if (!isWhole && visibleThrough !== member.visibleThrough) return null;
    return {
      ...member,
      count: (last, first, counts) => countSessions(columns, index, last, first, counts),
      read: () => closesIn(columns, index),
    };
  }
}
