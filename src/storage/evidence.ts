import { type Day, fromIso } from '../core/calendar/dates';
import type { ForwardResult } from '../core/evidence/forwardResult';
import type { Database } from './database';

/** Which evidence may be shown. */
export interface EvidenceKey {
  /** Whether the prices in service are the sandbox's: evidence from simulated prices says nothing of real ones. */
  readonly simulated: boolean;
  /** Newest day whose prices it may rest on: later is the future. */
  readonly through: Day;
}

const NEWEST = `SELECT content FROM forward_evidence
  WHERE simulated = ? AND prices_through <= ? ORDER BY id DESC LIMIT 1`;

/** Published results of walks over past months (`perennial evidence forward`). Older ones are kept. */
export class EvidenceStore {
  constructor(private readonly database: Database) {}

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

  /** The last published of those that may be shown; null when there is none. */
  async latest({ simulated, through }: EvidenceKey): Promise<ForwardResult | null> {
    const [row] = await this.database.query<{ content: string }>(NEWEST, Number(simulated), through);
    return row === undefined ? null : JSON.parse(row.content);
  }
}
