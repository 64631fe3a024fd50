import type { Storage } from '../../../src/storage/storage';
import { accountsContract } from './accounts';
import { cameTrueContract } from './cameTrue';
import { countersContract } from './counters';
import { evidenceContract } from './evidence';
import { exportsContract } from './exports';
import { feedsContract } from './feeds';
import { nullsContract } from './nulls';
import { priceHistoryContract } from './priceHistory';
import { priceQualityContract } from './priceQuality';
import { pricesContract } from './prices';
import { recordsContract } from './records';
import { replaysContract } from './replays';
import { savedScansContract } from './savedScans';
import { secretLinksContract } from './secretLinks';
import { sessionsContract } from './sessions';
import { webhooksContract } from './webhooks';

/** Opens an empty database, or by another connection that of an open one. It is closed after the test. */
export type OpenStorage = (same?: Pick<Storage, 'url'>) => Promise<Storage>;

/** Tests that the stores of every database pass. */
export function storageContract(connect: OpenStorage): void {
  const connections: Storage[] = [];
  const open: OpenStorage = async (same) => {
    const storage = await connect(same);
    connections.push(storage);
    return storage;
  };
  afterEach(() => Promise.all(connections.splice(0).map((storage) => storage.close())));

  describe('prices', () => pricesContract(open));
  describe('price history', () => priceHistoryContract(open));
  describe('price quality', () => priceQualityContract(open));
  describe('accounts', () => accountsContract(open));
  describe('sessions', () => sessionsContract(open));
  describe('counters', () => countersContract(open));
  describe('records', () => recordsContract(open));
  describe('nulls', () => nullsContract(open));
  describe('evidence', () => evidenceContract(open));
  describe('replays', () => replaysContract(open));
  describe('what came true', () => cameTrueContract(open));
  describe('saved scans', () => savedScansContract(open));
  describe('secret links', () => secretLinksContract(open));
  describe('feeds', () => feedsContract(open));
  describe('webhooks', () => webhooksContract(open));
  describe('exports', () => exportsContract(open));
}
