import pLimit, { type Limit } from 'p-limit';
import { DatabaseAwayError } from '../errors';
import type { Connections, Statement } from '../postgresConnections';

/** Of one subject: one that works, and the next on its way. More of them would wait for the same row in the database. */
const AT_ONCE = 2;

interface Line {
  readonly limit: Limit;
  /** Under way and waiting. */
  asking: number;
}

/**
 * Statements that change the row of a subject, in a line of their own: each that waits for that row holds a connection, and
 * ten of an account whose row is taken would leave none to all others.
 */
export class SubjectLines {
  private readonly lines = new Map<string, Line>();

  /** @param turnMs how long a statement may wait for its turn, milliseconds */
  constructor(
    private readonly connections: Connections,
    private readonly turnMs: number,
  ) {}

  /** As `Connections.ask`. @throws DatabaseAwayError also when its turn does not come */
  async ask<Row extends object>(subject: string, statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const line = this.lines.get(subject) ?? { limit: pLimit(AT_ONCE), asking: 0 };
    this.lines.set(subject, line);
    line.asking += 1;
    const ask = () => this.connections.ask<Row>(statement, values);
    try {
      return await (line.asking <= AT_ONCE ? line.limit(ask) : this.inTurn(line, ask));
    } finally {
      line.asking -= 1;
      if (line.asking === 0) this.lines.delete(subject);
    }
  }

  private inTurn<T>({ limit }: Line, ask: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new DatabaseAwayError('database_slow', 'others of the same subject are not answered'));
      }, this.turnMs);
      void limit(async () => {
        clearTimeout(timer);
        if (!isLate) await ask().then(resolve, reject);
      });
    });
  }
}
