import { serveFrom } from '../../helpers/app';
import { describeWithPostgres } from '../../helpers/postgres';

/** The HTTP suites that depend on accounts, quotas, prices or the ledger, run again on PostgreSQL. */
describeWithPostgres('over HTTP, on PostgreSQL', ({ fresh }) => {
  serveFrom(fresh);
  describe.each([
    ['quotas and keys', '../../api/metering/frontDoor.test'],
    ['prices', '../../api/prices.test'],
    ['exports', '../../api/exports.test'],
    ['the daily pick', '../../api/dailyPick.test'],
    ['webhooks', '../../api/webhooks.test'],
  ])('%s', (_, suite) => {
    require(suite);
  });
});
