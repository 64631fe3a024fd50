import { fromIso } from '../../core/calendar/dates';
import type { ForwardResult } from '../../core/evidence/forwardResult';
import type { EvidenceStore, EvidenceWanted } from '../evidence';
import type { SqlDatabase } from './database';

const NEWEST = `SELECT content FROM forward_evidence
  WHERE simulated = ? AND prices_through <= ? ORDER BY id DESC LIMIT 1`;

/** Published evidence, as JSON; what was published before stays below it. */
export class SqlEvidence implements EvidenceStore {
  constructor(private readonly database: SqlDatabase) {}

  publish(result: ForwardResult, publishedAt: Date): Promise<void> {
    return this.database.change('evidence', async (trx) => {
      await trx('forward_evidence').insert({
        simulated: result.simulated,
        prices_through: fromIso(result.prices_through),
        published_at: publishedAt.getTime(),
        content: JSON.stringify(result),
      });
    });
  }

  async latest({ simulated, through }: EvidenceWanted): Promise<ForwardResult | null> {
    const [row] = await this.database.query<{ content: string }>(NEWEST, Number(simulated), through);
    return row === undefined ? null : JSON.parse(row.content);
  }
}
