import { PostgresAccounts } from '../../../src/storage/postgres/accounts';
import { openPostgres } from '../../../src/storage/postgres/database';
import { PostgresPredictionCharges } from '../../../src/storage/postgres/predictionCharges';
import { PostgresRequestCounter } from '../../../src/storage/postgres/requestCounter';
import { describeWithPostgres } from '../../helpers/postgres';
import { accountsContract } from '../contract/accounts';
import type { OpenStorage } from '../contract/contract';
import { countersContract } from '../contract/counters';

describeWithPostgres('on PostgreSQL', ({ emptied }) => {
  const open: OpenStorage<'accounts' | 'counters'> = async (same) => {
    const database = await openPostgres(same?.url ?? (await emptied()));
    const { url, close } = database;
    return {
      accounts: new PostgresAccounts(database),
      counters: {
        accounts: new PostgresRequestCounter(database, 'account'),
        addresses: new PostgresRequestCounter(database, 'address'),
        providers: new PostgresRequestCounter(database, 'provider'),
        predictions: new PostgresPredictionCharges(database),
      },
      url,
      close,
    };
  };
  describe('accounts', () => accountsContract(open));
  describe('counters', () => countersContract(open));
});
