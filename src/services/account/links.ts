import { randomBytes } from 'node:crypto';
import { accountOf, type Caller } from '../../access/caller';
import { ApiError, forbidden, internal, invalidRequest, noSuchAddress, notFound } from '../../errors';
import { CreatedAnswer, FileAnswer } from '../../fileAnswer';
import type { Asker, Input, Output } from '../../operation';
import type { CalendarLink, SecretLink, SecretLinkStore, TableLink } from '../../storage/secretLinks';
import type { ServiceDeps } from '../screening/deps';
import { requireScan, scanQuestion } from '../screening/question';
import { SHOWN_ONCE } from './account';
import { ownedScan, runSavedScan, type ScanParameters, unknownScan } from './savedScans';
import { accountEvent } from './sessions';

/** The links of the caller's account, oldest first. */
export async function listCalendarLinks(
  { storage }: ServiceDeps,
  _: object,
  { caller }: Asker,
): Promise<Output<'listCalendarLinks'>> {
  const links = await storage.calendarLinks.of(accountOf(caller));
  return { calendar_links: links.map(publishedCalendarLink), most: caller.tier.calendarLinks };
}

/** The links of the caller's account, oldest first. */
export async function listTableLinks(
  { storage }: ServiceDeps,
  _: object,
  { caller }: Asker,
): Promise<Output<'listTableLinks'>> {
  const links = await storage.tableLinks.of(accountOf(caller));
  return { table_links: links.map(publishedTableLink), most: caller.tier.tableLinks };
}

/**
 * @throws invalid_request, not_found for a saved scan of another account, forbidden when the key reaches none of its markets
 *   or the plan allows no more links
 */
export async function createCalendarLink(
  deps: ServiceDeps,
  { body }: Input<'createCalendarLink'>,
  { caller }: Asker,
): Promise<CreatedAnswer<Output<'createCalendarLink'>>> {
  const { savedScanId, title } = await calendarSource(deps, caller, body);
  const { link: made, secret } = newLink(deps, caller, body.name ?? title);
  const link: CalendarLink = {
    ...made,
    savedScanId,
    alarmMinutes: body.alarm_minutes_before ?? null,
    daysAhead: body.days_ahead ?? null,
    includeNeutral: body.include_neutral ?? false,
  };
  await storeLink(deps, caller, 'calendar', deps.storage.calendarLinks, link);
  const url = `${deps.publicUrl}/v1/calendars/${secret}.ics`;
  const created = { calendar_link: publishedCalendarLink(link), url, message: SHOWN_ONCE };
  return new CreatedAnswer(created, `/calendar-links/${link.id}`);
}

/** @throws as `createCalendarLink` */
export async function createTableLink(
  deps: ServiceDeps,
  { body: { saved_scan_id, name } }: Input<'createTableLink'>,
  { caller }: Asker,
): Promise<CreatedAnswer<Output<'createTableLink'>>> {
  const scan = await ownedScan(deps, caller, saved_scan_id);
  requireMarketInScope(deps, caller, scan.query as ScanParameters);
  const { link: made, secret } = newLink(deps, caller, name ?? scan.name);
  const link: TableLink = { ...made, savedScanId: scan.id };
  await storeLink(deps, caller, 'table', deps.storage.tableLinks, link);
  const url = `${deps.publicUrl}/v1/tables/${secret}.csv`;
  const created = { table_link: publishedTableLink(link), url, message: SHOWN_ONCE };
  return new CreatedAnswer(created, `/table-links/${link.id}`);
}

/** @throws not_found */
export async function deleteCalendarLink(
  deps: ServiceDeps,
  { calendar_link_id }: Input<'deleteCalendarLink'>,
  { caller }: Asker,
): Promise<Output<'deleteCalendarLink'>> {
  const { name } = await revokeLink(deps, caller, 'calendar', deps.storage.calendarLinks, calendar_link_id);
  return { calendar_link_id, name, message: 'The calendar link is revoked.' };
}

/** @throws not_found */
export async function deleteTableLink(
  deps: ServiceDeps,
  { table_link_id }: Input<'deleteTableLink'>,
  { caller }: Asker,
): Promise<Output<'deleteTableLink'>> {
  const { name } = await revokeLink(deps, caller, 'table', deps.storage.tableLinks, table_link_id);
  return { table_link_id, name, message: 'The table link is revoked.' };
}

/**
 * The current result of the saved scan of the caller's link as CSV, within the current plan of its account.
 *
 * @throws not_found when the link was revoked meanwhile, or the plan or its markets do not allow it any more; otherwise the
 *   errors of GET /scan
 */
export async function tableFile(deps: ServiceDeps, _: object, asker: Asker): Promise<FileAnswer<'text/csv'>> {
  const { accountId, link, tier } = asker.caller;
  if (accountId === null || link === undefined) throw internal('a table is read without a link');
  const allowed = (await deps.storage.tableLinks.of(accountId)).slice(0, tier.tableLinks);
  const found = allowed.find(({ id }) => id === link);
  if (found === undefined) throw noSuchAddress('table');
  try {
    const answer = await runSavedScan(deps, { saved_scan_id: found.savedScanId }, { ...asker, format: 'csv' });
    if (answer instanceof FileAnswer) return answer as FileAnswer<'text/csv'>;
  } catch (error) {
    // The reader learns nothing of the account: not its plan, nor that the scan was deleted a moment ago.
    if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found'))
      throw noSuchAddress('table');
    throw error;
  }
  throw internal('a table is not a file');
}

/** The source of the calendar and its default name. @throws invalid_request, not_found, forbidden */
async function calendarSource(
  deps: ServiceDeps,
  caller: Caller,
  { source, saved_scan_id: id }: Input<'createCalendarLink'>['body'],
) {
  if (source === 'daily_pick') {
    if (id !== undefined) throw invalidRequest("saved_scan_id is for source 'saved_scan'; source is 'daily_pick'.");
    return { savedScanId: null, title: 'Daily pick' };
  }
  if (id === undefined) throw invalidRequest("saved_scan_id is missing: source 'saved_scan' needs it.");
  const scan = await ownedScan(deps, caller, id);
  requireMarketInScope(deps, caller, scan.query as ScanParameters);
  return { savedScanId: scan.id, title: scan.name };
}

/** A scan with past dates is accepted, since it can be changed. @throws forbidden when none of its markets is in scope */
function requireMarketInScope(deps: ServiceDeps, caller: Caller, query: ScanParameters): void {
  try {
    requireScan(deps, caller, scanQuestion(query));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return;
    throw error;
  }
}

const ID_BYTES = 8;

type LinkKind = 'calendar' | 'table';

/** What new links of both kinds have, and the secret of the address. The link keeps the markets of the caller's key. */
function newLink({ screening, newLinkSecret }: ServiceDeps, caller: Caller, name: string) {
  const { secret, hash, lastFour } = newLinkSecret();
  const link = {
    id: randomBytes(ID_BYTES).toString('hex'),
    accountId: accountOf(caller),
    name,
    hash,
    lastFour,
    markets: caller.key?.markets ?? null,
    createdAt: screening.clock.now(),
    lastReadAt: null,
  };
  return { link, secret };
}

/** @throws not_found when the saved scan was deleted meanwhile, forbidden when the plan allows no more links of the kind */
async function storeLink<Link extends SecretLink>(
  deps: ServiceDeps,
  caller: Caller,
  kind: LinkKind,
  store: SecretLinkStore<Link>,
  link: Link,
): Promise<void> {
  const most = caller.tier[`${kind}Links` as const];
  const event = accountEvent(deps, link.accountId, `${kind}_link_made`, { subject: link.id, detail: link.name });
  const result = await store.insert(link, most, event);
  if (result === 'gone') throw unknownScan();
  if (result === 'full') {
    throw forbidden(
      `The ${caller.tier.name} tier has ${most} ${kind} link${most === 1 ? '' : 's'}: revoke one, or see ` +
        deps.tiers.upgradeUrl,
    );
  }
}

/** Revokes a link of the caller's account. @throws not_found */
async function revokeLink<Link extends SecretLink>(
  deps: ServiceDeps,
  caller: Caller,
  kind: LinkKind,
  store: SecretLinkStore<Link>,
  id: string,
): Promise<Link> {
  const accountId = accountOf(caller);
  const link = (await store.of(accountId)).find((link) => link.id === id);
  const event = accountEvent(deps, accountId, `${kind}_link_revoked`, { subject: id, detail: link?.name });
  if (link === undefined || !(await store.remove(accountId, id, event))) {
    throw notFound(`No ${kind} link of this account has that id; GET /${kind}-links lists them.`);
  }
  return link;
}

function publishedCalendarLink(link: CalendarLink): Output<'listCalendarLinks'>['calendar_links'][number] {
  return {
    calendar_link_id: link.id,
    name: link.name,
    source: link.savedScanId === null ? 'daily_pick' : 'saved_scan',
    saved_scan_id: link.savedScanId,
    markets: link.markets && [...link.markets],
    alarm_minutes_before: link.alarmMinutes,
    days_ahead: link.daysAhead,
    include_neutral: link.includeNeutral,
    last_four: link.lastFour,
    created_at: link.createdAt.toISOString(),
    last_read_at: link.lastReadAt?.toISOString() ?? null,
  };
}

function publishedTableLink(link: TableLink): Output<'listTableLinks'>['table_links'][number] {
  return {
    table_link_id: link.id,
    name: link.name,
    saved_scan_id: link.savedScanId,
    markets: link.markets && [...link.markets],
    last_four: link.lastFour,
    created_at: link.createdAt.toISOString(),
    last_read_at: link.lastReadAt?.toISOString() ?? null,
  };
}
