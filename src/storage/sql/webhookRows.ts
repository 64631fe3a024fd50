import type { ClaimedDelivery, Delivery, DeliveryState, EndpointState, WebhookEndpoint } from '../webhooks';

/** Endpoints and deliveries as both databases keep them: instants are epoch milliseconds. */
export interface EndpointRow {
  readonly id: string;
  readonly account_id: number;
  readonly url: string;
  readonly description: string;
  /** JSON. */
  readonly events: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: number | null;
  readonly state: EndpointState;
  readonly disabled_reason: string | null;
  readonly disabled_at: number | null;
  readonly created_at: number;
}

export interface DeliveryRow {
  readonly id: number;
  readonly message: string;
  readonly type: string;
  readonly event_at: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly next_at: number | null;
  readonly attempted_at: number | null;
  readonly response_code: number | null;
  readonly error: string | null;
  readonly duration_ms: number | null;
}

/** The first delivery that waits of an endpoint. */
export interface DueRow extends DeliveryRow {
  readonly payload: string;
  readonly endpoint_id: string;
  readonly account_id: number;
  readonly holder: string | null;
  readonly held_until: number | null;
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  description: row.description,
  events: JSON.parse(row.events),
  secret: row.secret,
  previousSecret: row.previous_secret,
  previousUntil: dateOrNull(row.previous_until),
  state: row.state,
  disabledReason: row.disabled_reason,
  disabledAt: dateOrNull(row.disabled_at),
  createdAt: new Date(row.created_at),
});

export const toEndpointRow = (endpoint: WebhookEndpoint): EndpointRow => ({
  id: endpoint.id,
  account_id: endpoint.accountId,
  url: endpoint.url,
  description: endpoint.description,
  events: JSON.stringify(endpoint.events),
  secret: endpoint.secret,
  previous_secret: endpoint.previousSecret,
  previous_until: endpoint.previousUntil?.getTime() ?? null,
  state: endpoint.state,
  disabled_reason: endpoint.disabledReason,
  disabled_at: endpoint.disabledAt?.getTime() ?? null,
  created_at: endpoint.createdAt.getTime(),
});

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  message: row.message,
  type: row.type,
  eventAt: new Date(row.event_at),
  state: row.state,
  attempts: row.attempts,
  nextAt: dateOrNull(row.next_at),
  attemptedAt: dateOrNull(row.attempted_at),
  responseCode: row.response_code,
  error: row.error,
  durationMs: row.duration_ms,
});

export const toClaimed = (row: DueRow, endpoint: WebhookEndpoint): ClaimedDelivery => ({
  ...toDelivery(row),
  payload: row.payload,
  endpoint,
});

/** Deliveries with what is told of their events. */
export const WITH_EVENT = `SELECT d.*, e.message, e.type, e.created_at AS event_at
  FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id`;
export const LOG = `${WITH_EVENT} WHERE d.endpoint_id = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?`;

/** The first that waits of each endpoint, where its time has come and its account is not suspended, that which waits for longest first. */
export const DUE = `SELECT d.*, e.message, e.type, e.created_at AS event_at, e.payload, w.account_id, w.holder, w.held_until
  FROM webhook_endpoint w
  JOIN webhook_delivery d ON d.id =
    (SELECT min(id) FROM webhook_delivery WHERE endpoint_id = w.id AND state = 'pending')
  JOIN webhook_event e ON e.id = d.event_id
  JOIN account a ON a.id = w.account_id
  WHERE w.state = 'active' AND a.suspended_at IS NULL AND d.next_at <= ? ORDER BY d.next_at, d.id`;
