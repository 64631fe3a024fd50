import { serveFrom } from './app';
import { describeWithPostgres } from './postgres';

/** A suite whose apps serve databases of either kind: SQLite, and PostgreSQL where a server is named. */
export function describeServed(suite: () => void): void {
  describe('on SQLite', suite);
  describeWithPostgres('on PostgreSQL', ({ emptied }) => {
    serveFrom(emptied);
    suite();
  });
}
