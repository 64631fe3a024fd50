import type { Queue } from '../queue/queue';
import { AccountStore, IdentityStore } from './accounts';
import { KeyStore } from './apiKeys';
import { CameTrueStore, EvidenceStore, ModelStore, ReplayStore } from './computedResults';
import { AccountCounter, RequestCounter } from './counters';
import type { Database, WatchedArea } from './database';
import { ExportStore } from './exports';
import { FeedStore } from './feeds';
import { IdempotentAnswers } from './idempotentAnswers';
import { generatedSecret } from './keySecret';
import { RecordStore } from './ledger';
import { NullDistributionStore } from './nulls';
import { PredictionCharges } from './predictionCharges';
import { PriceStore } from './prices';
import { HeldPriceStore } from './qualityReports';
import { SavedScanStore } from './savedScans';
import { CALENDAR_LINK, SecretLinkStore, TABLE_LINK } from './secretLinks';
import { SessionStore } from './sessions';
import { DeliveryStore } from './webhookDeliveries';
import { EndpointStore, EventStore } from './webhookEvents';

/** All stores. As for `Database`, writes are durable once a method has answered. */
export type Storage = ReturnType<typeof storageOver>;

export type Counters = Storage['counters'];

/** Runs `work` and closes what it used. An error of `work` is thrown as it is, whatever closing says. */
export async function closedAfter<T>(used: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await used.close().catch(() => {});
    throw error;
  }
  await used.close();
  return result;
}

/** The stores over an open database. `close` stops the queue and closes the database. */
export function storageOver(database: Database, queue: Queue) {
  return {
    prices: new PriceStore(database),
    accounts: new AccountStore(database),
    keys: new KeyStore(database),
    identities: new IdentityStore(database),
    /** The generated secret that keys are hashed with. @throws Error when the stored secret is damaged */
    generatedSecret: () => generatedSecret(database),
    sessions: new SessionStore(database),
    savedScans: new SavedScanStore(database, queue),
    calendarLinks: new SecretLinkStore(database, 'calendar_link', CALENDAR_LINK),
    idempotentAnswers: new IdempotentAnswers(database),
    tableLinks: new SecretLinkStore(database, 'table_link', TABLE_LINK),
    counters: {
      accounts: new AccountCounter(database),
      /** Requests by client address. Anybody can invent addresses, so their number is bounded. */
      addresses: new RequestCounter(database, 'address_usage'),
      /** Requests that this program makes, by price provider. */
      providers: new RequestCounter(database, 'provider_usage'),
      predictions: new PredictionCharges(database),
    },
    records: new RecordStore(database, queue),
    models: new ModelStore(database),
    nulls: new NullDistributionStore(database),
    cameTrue: new CameTrueStore(database),
    evidence: new EvidenceStore(database),
    replays: new ReplayStore(database),
    feeds: new FeedStore(database),
    heldPrices: new HeldPriceStore(database),
    webhooks: {
      events: new EventStore(database, queue),
      endpoints: new EndpointStore(database),
      deliveries: new DeliveryStore(database, queue),
    },
    exports: new ExportStore(database, queue),
    /** All background jobs. */
    queue,
    /** As `Database.url`. */
    url: database.url,
    /** As `Database.revision`. */
    revision: (area: WatchedArea) => database.revision(area),
    unavailable: () => database.unavailable(),
    damaged: () => database.damaged(),
    waits: () => database.waits(),
    async close(): Promise<void> {
      await queue.stop();
      await database.close();
    },
  };
}
