import { randomBytes } from 'node:crypto';
import { accountOf } from '../../access/caller';
import type { EventType } from '../../alerts/events';
import { pageOf } from '../../core/parts';
import { ApiError, forbidden, invalidRequest, notFound, serviceMisconfigured } from '../../errors';
import { CreatedAnswer } from '../../fileAnswer';
import type { Context, Input, Output } from '../../operation';
import { type Delivery, TEST_EVENT } from '../../storage/webhookDeliveries';
import type { EndpointChange, WebhookEndpoint } from '../../storage/webhookEvents';
import type { ServiceDeps, WebhookParts } from '../screening/deps';
import { SHOWN_ONCE } from './account';

type Published = Output<'getWebhook'>['webhook'];

const HOUR_MS = 3_600_000;
const DEFAULT_OVERLAP_HOURS = 24;

export async function listWebhooks(deps: ServiceDeps, _: object, context: Context): Promise<Output<'listWebhooks'>> {
  const endpoints = await deps.storage.webhooks.endpoints.of(ownerOf(context));
  return {
    webhooks: endpoints.map((endpoint) => publishedWebhook(deps, endpoint)),
    most: context.caller.tier.webhooks,
  };
}

/** @throws not_found */
export async function getWebhook(
  deps: ServiceDeps,
  { webhook_id }: Input<'getWebhook'>,
  context: Context,
): Promise<Output<'getWebhook'>> {
  return { webhook: publishedWebhook(deps, await ownEndpoint(deps, context, webhook_id)) };
}

/** @throws invalid_request for a URL that is not allowed, forbidden when the plan allows no more webhooks */
export async function createWebhook(
  deps: ServiceDeps,
  { body: { url, events, description = '', include_neutral: includeNeutral = false } }: Input<'createWebhook'>,
  context: Context,
): Promise<CreatedAnswer<Output<'createWebhook'>>> {
  const { secrets } = requireSigning(deps);
  const accountId = ownerOf(context);
  requireCallable(deps, url);
  const { shown, stored } = secrets.create();
  const endpoint: WebhookEndpoint = {
    id: newId(),
    accountId,
    url,
    description,
    events: unique(events),
    markets: marketsOfKey(context),
    includeNeutral,
    secret: stored,
    previousSecret: null,
    previousUntil: null,
    state: 'active',
    disabledReason: null,
    disabledAt: null,
    createdAt: deps.screening.clock.now(),
  };
  const { webhooks: most, name } = context.caller.tier;
  if (!(await deps.storage.webhooks.endpoints.insert(endpoint, most))) {
    throw forbidden(
      `The plan ${name} allows ${most} ${most === 1 ? 'webhook' : 'webhooks'}: delete one first, or see ${deps.tiers.upgradeUrl}`,
    );
  }
  const body = { webhook: publishedWebhook(deps, endpoint), secret: shown, message: SHOWN_ONCE };
  return new CreatedAnswer(body, `/webhooks/${endpoint.id}`);
}

/** @throws not_found, invalid_request */
export async function changeWebhook(
  deps: ServiceDeps,
  { webhook_id: id, body }: Input<'changeWebhook'>,
  context: Context,
): Promise<Output<'changeWebhook'>> {
  const { url, events, description, include_neutral: includeNeutral, state } = body;
  if (url !== undefined) requireCallable(deps, url);
  const before = await ownEndpoint(deps, context, id);
  const change: EndpointChange = {
    markets: marketsOfKey(context),
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: unique(events) }),
    ...(description !== undefined && { description }),
    ...(includeNeutral !== undefined && { includeNeutral }),
    ...(state !== undefined && state !== before.state && stateChange(state, deps.screening.clock.now())),
  };
  const changed = await deps.storage.webhooks.endpoints.change(before.accountId, id, change);
  if (changed === null) throw unknown();
  return { webhook: publishedWebhook(deps, changed) };
}

/** @throws not_found */
export async function deleteWebhook(
  deps: ServiceDeps,
  { webhook_id: id }: Input<'deleteWebhook'>,
  context: Context,
): Promise<Output<'deleteWebhook'>> {
  const before = await ownEndpoint(deps, context, id);
  if (!(await deps.storage.webhooks.endpoints.remove(before.accountId, id))) throw unknown();
  return { webhook: publishedWebhook(deps, before), message: 'The webhook is deleted.' };
}

/** @throws not_found, invalid_request during an earlier overlap, and where another request changes it at the same time */
export async function rotateWebhookSecret(
  deps: ServiceDeps,
  { webhook_id: id, body: { overlap_hours: hours = DEFAULT_OVERLAP_HOURS } }: Input<'rotateWebhookSecret'>,
  context: Context,
): Promise<Output<'rotateWebhookSecret'>> {
  const { secrets } = requireSigning(deps);
  const before = await ownEndpoint(deps, context, id);
  const now = deps.screening.clock.now();
  const { previousUntil: promised } = before;
  // Messages are signed with two secrets at most, and receivers may still use the older of them.
  if (hours > 0 && promised !== null && promised > now) {
    throw invalidRequest(
      `The secret before is valid until ${promised.toISOString()}: rotate after that, or with overlap_hours 0, which ends both.`,
    );
  }
  const { shown, stored } = secrets.create();
  const until = new Date(now.getTime() + hours * HOUR_MS);
  const previous = hours === 0 ? [null, null] : ([before.secret, until] as const);
  const changed = { secret: stored, previousSecret: previous[0], previousUntil: previous[1] };
  const { endpoints } = deps.storage.webhooks;
  if (!(await endpoints.rotate(before.accountId, id, before.secret, changed))) {
    throw invalidRequest('The secret is being changed by another request: see GET /webhooks, and ask again.');
  }
  return { webhook: publishedWebhook(deps, { ...before, ...changed }), secret: shown, message: SHOWN_ONCE };
}

function stateChange(state: 'active' | 'disabled', now: Date): EndpointChange {
  if (state === 'active') return { state, disabledReason: null, disabledAt: null };
  return { state, disabledReason: 'Disabled by its account.', disabledAt: now };
}

/** @throws not_found, also for a webhook of another account */
export async function ownEndpoint(deps: ServiceDeps, context: Context, id: string): Promise<WebhookEndpoint> {
  const found = await deps.storage.webhooks.endpoints.find(ownerOf(context), id);
  if (found === null) throw unknown();
  return found;
}

/** @throws service_misconfigured when KEY_SECRET is not set */
export function requireSigning({ webhooks: { signing } }: ServiceDeps): NonNullable<WebhookParts['signing']> {
  if (signing === null) throw serviceMisconfigured('KEY_SECRET is not set');
  return signing;
}

/** @throws forbidden for the demo token, which has no account */
function ownerOf({ caller }: Context): number {
  return accountOf(caller, () => forbidden('Webhooks belong to an account: get a free key.'));
}

function requireCallable({ webhooks }: ServiceDeps, url: string): void {
  const fault = webhooks.client.urlFault(url);
  if (fault !== null) throw invalidRequest(`url must be ${fault}.`);
}

const unknown = () => notFound('The account has no such webhook; GET /webhooks lists those it has.');
/** Events of other markets are not sent to a webhook of a limited key. */
const marketsOfKey = ({ caller }: Context) => caller.key?.markets ?? null;
const unique = (events: readonly EventType[]) => [...new Set(events)];
const newId = () => `we_${randomBytes(9).toString('base64url')}`;

function publishedWebhook({ screening }: ServiceDeps, endpoint: WebhookEndpoint): Published {
  const { id, url, description, events, markets, includeNeutral, state } = endpoint;
  const { disabledReason, disabledAt, previousUntil, createdAt } = endpoint;
  const inForce = previousUntil !== null && previousUntil > screening.clock.now();
  return {
    webhook_id: id,
    url,
    description,
    events: events as EventType[],
    markets: markets && [...markets],
    include_neutral: includeNeutral,
    state,
    disabled_reason: disabledReason,
    disabled_at: disabledAt?.toISOString() ?? null,
    previous_secret_until: inForce ? previousUntil.toISOString() : null,
    created_at: createdAt.toISOString(),
  };
}

/** Shortest time between two tests of a webhook. */
const TEST_SPACING_MS = 10_000;
/** Concurrent tests of one account. They wait for its receivers and do not count as concurrent requests of the account. */
const TESTS_AT_ONCE = 5;
/** Retry-After of a refused test, seconds: a test takes at most ten. */
const TESTS_WAIT = 10;

/** The accounts of the tests under way, once for each test. */
const testsUnderWay: number[] = [];

/** Sent and waiting deliveries of a webhook, newest first. @throws not_found */
export async function listDeliveries(
  deps: ServiceDeps,
  { webhook_id, before, limit }: Input<'listDeliveries'>,
  context: Context,
): Promise<Output<'listDeliveries'>> {
  const endpoint = await ownEndpoint(deps, context, webhook_id);
  const deliveries = await deps.storage.webhooks.deliveries.log(endpoint.id, before ?? null, limit + 1);
  const { shown, next } = pageOf(deliveries, limit, ({ delivery_id }) => delivery_id);
  return { deliveries: shown.map(publishedDelivery), next_before: next };
}

/** Sends a test message, once and immediately. @throws not_found, rate_limited */
export async function testWebhook(
  deps: ServiceDeps,
  { webhook_id }: Input<'testWebhook'>,
  context: Context,
): Promise<Output<'testWebhook'>> {
  const endpoint = await ownEndpoint(deps, context, webhook_id);
  const { accountId } = endpoint;
  const before = testsUnderWay.filter((id) => id === accountId).length;
  if (before >= TESTS_AT_ONCE) throw tooMany(before);
  testsUnderWay.push(accountId);
  try {
    return await sendTest(deps, endpoint);
  } finally {
    testsUnderWay.splice(testsUnderWay.indexOf(accountId), 1);
  }
}

/** @throws rate_limited */
async function sendTest(deps: ServiceDeps, endpoint: WebhookEndpoint): Promise<Output<'testWebhook'>> {
  const { sender } = requireSigning(deps);
  const { id } = endpoint;
  const now = deps.screening.clock.now();
  const last = await deps.storage.webhooks.endpoints.recordTest(id, now, new Date(now.getTime() - TEST_SPACING_MS));
  if (last !== null) throw tooSoon(last.getTime() + TEST_SPACING_MS - now.getTime());
  const message = `msg_${randomBytes(16).toString('hex')}`;
  const payload = JSON.stringify({ type: TEST_EVENT, timestamp: now.toISOString(), data: { webhook_id: id } });
  // Not aborted when the client disconnects: the request has the same timeout as any delivery.
  const signal = new AbortController().signal;
  const attempt = await sender.send(endpoint, { message, payload }, { now, signal });
  const { accepted, responseCode, error, durationMs } = attempt;
  const outcome = { accepted, responseCode, error, durationMs, attemptedAt: now };
  await deps.storage.webhooks.deliveries.recordTest(endpoint, { message, payload }, outcome);
  return { event_id: message, delivered: accepted, response_code: responseCode, error, duration_ms: durationMs };
}

/** @throws not_found, invalid_request for a test, a delivery that already waits, or a disabled webhook, forbidden */
export async function redeliverEvent(
  deps: ServiceDeps,
  { webhook_id: id, event_id: eventId }: Input<'redeliverEvent'>,
  context: Context,
): Promise<Output<'redeliverEvent'>> {
  requireSigning(deps);
  const endpoint = await ownEndpoint(deps, context, id);
  if (endpoint.state !== 'active')
    throw invalidRequest('The webhook is disabled: enable it first (PATCH, state: active).');
  const again = await deps.storage.webhooks.deliveries.redeliver(id, eventId, deps.screening.clock.now());
  if (again === null) {
    throw notFound(
      'This webhook has no delivery of that event; GET /webhooks/{webhook_id}/deliveries lists its deliveries.',
    );
  }
  if (again === 'outside') {
    throw forbidden(`The event is about other markets than those of the webhook (${endpoint.markets?.join(', ')}).`);
  }
  if (again === 'test') throw invalidRequest('A test is sent once: send another by POST /webhooks/{webhook_id}/test.');
  if (again === 'waiting')
    throw invalidRequest('The event is already waiting for delivery: see GET /webhooks/{webhook_id}/deliveries.');
  return { delivery: publishedDelivery(again) };
}

function tooMany(tests: number): ApiError {
  const text = `${tests} tests of webhooks of the account are under way; at most ${TESTS_AT_ONCE} run at once. Retry in ${TESTS_WAIT} seconds.`;
  return new ApiError('rate_limited', text, { retryAfter: TESTS_WAIT });
}

function tooSoon(waitMs: number): ApiError {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  const text = `Test a webhook at most every ${TEST_SPACING_MS / 1000} seconds. Retry in ${wait} second${wait === 1 ? '' : 's'}.`;
  return new ApiError('rate_limited', text, { retryAfter: wait });
}

function publishedDelivery(delivery: Delivery): Output<'redeliverEvent'>['delivery'] {
  return { ...delivery, symbols: [...delivery.symbols], event: delivery.event as EventType | typeof TEST_EVENT };
}
