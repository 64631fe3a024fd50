import { randomBytes } from 'node:crypto';
import { accountOf } from '../../access/caller';
import type { EventType } from '../../alerts/events';
import { forbidden, invalidRequest, notFound, serviceMisconfigured } from '../../errors';
import { CreatedAnswer } from '../../fileAnswer';
import type { Context, Input, Output } from '../../operation';
import type { EndpointChange, WebhookEndpoint } from '../../storage/webhookEndpoints';
import type { ServiceDeps, WebhookParts } from '../screening/deps';
import { SHOWN_ONCE } from './keys';

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
