import type { Storage } from '../../../src/storage/storage';
import { accountsContract } from './accounts';
import { calendarsContract } from './calendars';
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
import { sessionsContract } from './sessions';
import { tableLinksContract } from './tableLinks';
import { webhooksContract } from './webhooks';

/** Opens an empty database, or the database of another connection again, with at least the given stores. */
export type OpenStorage<Store extends keyof Storage = keyof Storage> = (
  same?: Pick<Storage, 'url'>,
) => Promise<Pick<Storage, Store | 'url' | 'close'>>;

/** Tests that the stores of every database pass. */
export function storageContract(open: OpenStorage): void {
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
  describe('calendars', () => calendarsContract(open));
  describe('table links', () => tableLinksContract(open));
  describe('feeds', () => feedsContract(open));
  describe('webhooks', () => webhooksContract(open));
  describe('exports', () => exportsContract(open));
}
