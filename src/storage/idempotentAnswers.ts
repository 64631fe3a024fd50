import type { Database } from './database';

/** A request that creates something once for its Idempotency-Key. Hashes are SHA-256, hexadecimal. */
export interface IdempotentRequest {
  readonly accountId: number;
  readonly operation: string;
  readonly keyHash: string;
  readonly inputHash: string;
}

/** An earlier request with the same key. */
export interface EarlierRequest {
  readonly inputHash: string;
  /** As it was kept; null while the request is running. */
  readonly answer: Buffer | null;
}

interface Row {
  readonly input_hash: string;
  readonly created_at: number;
  readonly answer: Buffer | null;
}

const columnsOf = ({ accountId, operation, keyHash }: IdempotentRequest) => ({
  account_id: accountId,
  operation,
  key_hash: keyHash,
});

/** The answers of requests with an Idempotency-Key. */
export class IdempotentAnswers {
  constructor(private readonly database: Pick<Database, 'change'>) {}

  /**
   * Reserves a key for a request.
   *
   * @param keptSince older answers are ignored; requests without an answer are ignored if older than `runningSince`
   * @returns null when the key is now reserved for this request; otherwise the earlier request with the key
   */
  claim(
    request: IdempotentRequest,
    { at, keptSince, runningSince }: { readonly at: Date; readonly keptSince: Date; readonly runningSince: Date },
  ): Promise<EarlierRequest | null> {
    return this.database.change('accounts', async (trx) => {
      const key = columnsOf(request);
      const row: Row | undefined = await trx('idempotent_answer').where(key).first();
      const since = row?.answer === null ? runningSince : keptSince;
      if (row !== undefined && Number(row.created_at) >= since.getTime())
        return { inputHash: row.input_hash, answer: row.answer };
      const claimed = { ...key, input_hash: request.inputHash, created_at: at.getTime(), answer: null };
      await trx('idempotent_answer').insert(claimed).onConflict(Object.keys(key)).merge();
      return null;
    });
  }

  /** Keeps the answer of a claimed request. */
  async keep(request: IdempotentRequest, answer: Buffer): Promise<void> {
    await this.database.change('accounts', (trx) =>
      trx('idempotent_answer').where(columnsOf(request)).update({ answer }),
    );
  }

  /** Gives the key of a request that created nothing back. */
  async release(request: IdempotentRequest): Promise<void> {
    await this.database.change('accounts', (trx) =>
      trx('idempotent_answer').where(columnsOf(request)).whereNull('answer').delete(),
    );
  }

  async prune(before: Date): Promise<void> {
    await this.database.change('accounts', (trx) =>
      trx('idempotent_answer').where('created_at', '<', before.getTime()).delete(),
    );
  }
}
