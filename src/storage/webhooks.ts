/** Something that happened and that endpoints may be told of. */
export interface NewEvent {
  /** Whose it is; null = everybody's. */
  readonly accountId: number | null;
  /** Ids of tiers, of whose accounts alone it is; absent = of all. */
  readonly tiers?: readonly string[];
  /** `daily_pick.published`, ... (src/alerts/events.ts). */
  readonly type: string;
  /** What the contract says of the type. JSON. */
  readonly data: object;
  readonly at: Date;
  /** Of two events with the same key the second is not written, until `EventStore.reopen`; null = as often as it comes. */
  readonly key: string | null;
}

/**
 * The outbox. What reports a write is written in its transaction: by `LedgerDraft.events` with the ledger, by `addEvents`
 * (src/storage/sql/outbox.ts) inside any other transaction of this room. These methods are for what has no write beside it.
 */
export interface EventStore {
  /** Writes events and, for every endpoint that wants one, its delivery: all or nothing. */
  append(events: readonly NewEvent[]): Promise<void>;
  /** Keys under which events of a type are written, and not again. */
  keys(type: string): Promise<string[]>;
  /** Lets an event of that key be written again. */
  reopen(key: string): Promise<void>;
  /** Lets go of events from before, with their deliveries; of those with a key, so that none is told twice, a year later. */
  prune(before: Date): Promise<void>;
}

export const ENDPOINT_STATES = ['active', 'disabled'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Secrets of an endpoint, encrypted: the one in force, and the one before while both are. */
export interface EndpointSecrets {
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Until when the one before signs too. */
  readonly previousUntil: Date | null;
}

export interface WebhookEndpoint extends EndpointSecrets {
  /** Public. */
  readonly id: string;
  readonly accountId: number;
  readonly url: string;
  readonly description: string;
  /** Types of events it is told of. */
  readonly events: readonly string[];
  readonly state: EndpointState;
  /** For a person; null while it is active. */
  readonly disabledReason: string | null;
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
}

/** What of an endpoint its account changes. Absent fields stay. */
export interface EndpointChange {
  readonly url?: string;
  readonly description?: string;
  readonly events?: readonly string[];
  readonly state?: EndpointState;
  readonly disabledReason?: string | null;
  readonly disabledAt?: Date | null;
}

/** `pending`: it is tried, or waits for those before it; `undelivered`: nobody tries any more. */
export const DELIVERY_STATES = ['pending', 'delivered', 'undelivered'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One event on its way to one endpoint. */
export interface Delivery {
  /** The deliveries of an endpoint go out in the order of their ids. */
  readonly id: number;
  /** The header webhook-id. */
  readonly message: string;
  readonly type: string;
  readonly eventAt: Date;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried next; null when it is not. */
  readonly nextAt: Date | null;
  /** The last attempt, null before the first; its status, null without an answer; what went wrong, null when nothing did. */
  readonly attemptedAt: Date | null;
  readonly responseCode: number | null;
  readonly error: string | null;
  readonly durationMs: number | null;
}

/** A delivery that this process is to make, and the endpoint it holds meanwhile. */
export interface ClaimedDelivery extends Delivery {
  /** The body, JSON. */
  readonly payload: string;
  readonly endpoint: WebhookEndpoint;
}

export interface DeliveryClaim {
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
  /** At most so many, and of one account at most so many with those that `underWay` counts. */
  readonly most: number;
  readonly mostOfAccount: number;
  /** Deliveries of this process by account id. */
  readonly underWay: ReadonlyMap<number, number>;
}

/** What an attempt came to. */
export interface DeliveryOutcome extends Pick<Delivery, 'state' | 'nextAt' | 'responseCode' | 'error' | 'durationMs'> {
  readonly attemptedAt: Date;
  /** Why the endpoint is disabled with it: what waits for it is undelivered then. Null = it stays as it is. */
  readonly disable: string | null;
}

/** Endpoints. Whose one is is always part of the question. */
export interface EndpointStore {
  /** @param most endpoints that the account may have. @returns whether there was room, and it is stored */
  insert(endpoint: WebhookEndpoint, most: number): Promise<boolean>;
  /** Of an account, oldest first. */
  of(accountId: number): Promise<WebhookEndpoint[]>;
  find(accountId: number, id: string): Promise<WebhookEndpoint | null>;
  /** Once it is disabled what waits for it is undelivered. Null when there is none. */
  change(accountId: number, id: string, change: EndpointChange): Promise<WebhookEndpoint | null>;
  /** @param from the secret it has, encrypted. @returns whether it is changed: not where somebody else did meanwhile */
  rotate(accountId: number, id: string, from: string, secrets: EndpointSecrets): Promise<boolean>;
  /** With its deliveries. @returns whether there was one */
  remove(accountId: number, id: string): Promise<boolean>;
  /** Notes a test, unless there was one after `since`. @returns when that was; null when it is noted */
  noteTest(id: string, at: Date, since: Date): Promise<Date | null>;
}

/** What is on its way to endpoints, and was. */
export interface DeliveryStore {
  /** Of an endpoint, newest first. @param before id of a delivery: only older ones; null = all */
  log(endpointId: string, before: number | null, limit: number): Promise<Delivery[]>;
  /**
   * Has an event that was on its way to an endpoint sent there once more, behind what waits.
   *
   * @param message of the event. @returns null when there was none; `waiting` when it waits already
   */
  redeliver(endpointId: string, message: string, at: Date): Promise<Delivery | 'waiting' | null>;
  /**
   * Takes deliveries upon oneself: the first that waits of each endpoint, once it is due and nobody else is at it, unless
   * its account is suspended: until it is resumed its events wait.
   *
   * @param isGone as `Presence.isGone`: the claim of a process that has ended counts no more
   */
  claim(claim: DeliveryClaim, isGone: (holder: string) => Promise<boolean>): Promise<ClaimedDelivery[]>;
  /** Notes an attempt and lets the endpoint go. Nothing, unless the holder has it. */
  settle(claimed: Pick<ClaimedDelivery, 'id' | 'endpoint'>, holder: string, outcome: DeliveryOutcome): Promise<void>;
  /** Deliveries that wait, and when the oldest of their events was; null where none does. Without accounts that are suspended. */
  backlog(): Promise<{ readonly waiting: number; readonly oldest: Date | null }>;
}

/** All that webhooks keep. */
export interface Webhooks {
  readonly events: EventStore;
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
}
