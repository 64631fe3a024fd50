import { serveFrom } from './app';
import { describeWithPostgres } from './postgres';

/** A suite that runs over both databases: SQLite, and PostgreSQL if a server is set. */
export function describeServed(suite: () => void): void {
  describe('on SQLite', suite);
  describeWithPostgres('on PostgreSQL', ({ emptied }) => {
    serveFrom(emptied);
    suite();
  });
}
