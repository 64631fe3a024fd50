import { randomBytes } from 'node:crypto';
import type { EventType } from '../../alerts/events';
import { pageOf } from '../../core/parts';
import { ApiError, forbidden, invalidRequest, notFound } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import { type Delivery, TEST_EVENT } from '../../storage/webhookDeliveries';
import type { WebhookEndpoint } from '../../storage/webhookEndpoints';
import type { ServiceDeps } from '../screening/deps';
import { ownEndpoint, requireSigning } from './webhooks';

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
