import { serveFrom } from '../../helpers/app';
import { describeWithPostgres } from '../../helpers/postgres';

/** Suites of the front door that accounts, quotas, prices and the record decide, once more on the other database. */
describeWithPostgres('through the front door, on PostgreSQL', ({ fresh }) => {
  serveFrom(fresh);
  describe.each([
    ['quotas and keys', '../../api/metering/frontDoor.test'],
    ['prices', '../../api/prices.test'],
    ['exports', '../../api/exports.test'],
    ['tables', '../../api/tables.test'],
    ['the daily pick', '../../api/dailyPick.test'],
  ])('%s', (_, suite) => {
    require(suite);
  });
});
