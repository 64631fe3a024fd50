import { serveFrom } from '../../helpers/app';
import { describeWithPostgres } from '../../helpers/postgres';

/** Suites of the front door that accounts, quotas, prices and the record decide, once more on the other database. */
describeWithPostgres('through the front door, on PostgreSQL', ({ fresh }) => {
  serveFrom(fresh);
  describe.each([
    ['quotas and keys', '../../metering/frontDoor.test'],
    ['prices', '../../handlers/prices.test'],
    ['exports', '../../handlers/exports.test'],
    ['tables', '../../handlers/tables.test'],
    ['the daily pick', '../../handlers/dailyPick.test'],
  ])('%s', (_, suite) => {
    require(suite);
  });
});
