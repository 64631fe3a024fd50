import { type Day, fromIso } from '../core/calendar/dates';
import type { ForwardResult } from '../core/evidence/forwardResult';
import type { Database } from './database';

/** Which evidence may be shown. */
export interface EvidenceKey {
  /** Whether the sandbox's prices are in use: evidence from simulated prices does not apply to real ones. */
  readonly simulated: boolean;
  /** The newest day whose prices the evidence may use; later days are the future. */
  readonly through: Day;
}

const NEWEST = `SELECT content FROM forward_evidence
  WHERE simulated = ? AND prices_through <= ? ORDER BY id DESC LIMIT 1`;

/** Published walk-forward results (`perennial evidence forward`). Older ones are kept. */
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

  /** The last published result that may be shown; null when there is none. */
  async latest({ simulated, through }: EvidenceKey): Promise<ForwardResult | null> {
    const [row] = await this.database.query<{ content: string }>(NEWEST, Number(simulated), through);
    return row === undefined ? null : JSON.parse(row.content);
  }
}
