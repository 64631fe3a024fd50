import { randomBytes } from 'node:crypto';
import { accountOf, type Caller } from '../../access/caller';
import { ApiError, forbidden, invalidRequest, notFound } from '../../errors';
import type { Input, Output } from '../../operation';
import type { AccountEvent } from '../../storage/accountEvents';
import type { CalendarLink } from '../../storage/calendars';
import type { ServiceDeps } from '../screening/deps';
import { requireScan, scanQuestion } from '../screening/scanQuestion';
import { ownedScan, type ScanParameters, unknownScan } from './savedScans';

const ID_BYTES = 8;
const ONCE = 'Shown once, keep it now.';

type Deps = Pick<ServiceDeps, 'screening' | 'tiers' | 'savedScans' | 'calendars'>;
type NewCalendarLink = Input<'createCalendarLink'>['body'];
type Published = Output<'listCalendarLinks'>['calendar_links'][number];

/** The links of the caller's account, oldest first. */
export async function listCalendarLinks(deps: Deps, caller: Caller): Promise<Output<'listCalendarLinks'>> {
  const links = await deps.calendars.store.of(accountOf(caller));
  return { calendar_links: links.map(publishedLink), most: caller.tier.calendarLinks };
}

/**
 * @throws invalid_request, not_found for a saved scan of another account, forbidden when the key reaches none of its markets
 *   or the plan allows no more links
 */
export async function createCalendarLink(
  deps: Deps,
  caller: Caller,
  body: NewCalendarLink,
): Promise<Output<'createCalendarLink'>> {
  const accountId = accountOf(caller);
  const { savedScanId, title } = await calendarSource(deps, caller, body);
  const { secret, hash, lastFour } = deps.calendars.newSecret();
  const link: CalendarLink = {
    id: randomBytes(ID_BYTES).toString('hex'),
    accountId,
    name: body.name ?? title,
    hash,
    lastFour,
    savedScanId,
    markets: caller.key?.markets ?? null,
    alarmMinutes: body.alarm_minutes_before ?? null,
    daysAhead: body.days_ahead ?? null,
    includeNeutral: body.include_neutral ?? false,
    createdAt: deps.screening.clock.now(),
    lastReadAt: null,
  };
  const { calendarLinks: most, name: plan } = caller.tier;
  const event = linkEvent(deps, link, 'calendar_link_made');
  const result = await deps.calendars.store.insert(link, most, event);
  if (result === 'gone') throw unknownScan();
  if (result === 'full') {
    throw forbidden(
      `The ${plan} tier has ${most} calendar link${most === 1 ? '' : 's'}: revoke one, or see ${deps.tiers.upgradeUrl}`,
    );
  }
  const url = `${deps.calendars.publicUrl}/v1/calendars/${secret}.ics`;
  return { calendar_link: publishedLink(link), url, message: ONCE };
}

/** @throws not_found */
export async function deleteCalendarLink(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<Output<'deleteCalendarLink'>> {
  const { store } = deps.calendars;
  const accountId = accountOf(caller);
  const link = (await store.of(accountId)).find((link) => link.id === id);
  const event = link && linkEvent(deps, link, 'calendar_link_revoked');
  if (event === undefined || !(await store.remove(accountId, id, event))) {
    throw notFound('No calendar link of this account has that id; GET /calendar-links lists them.');
  }
  return { calendar_link_id: id, name: link!.name, message: 'The calendar link is revoked.' };
}

/** The source of the calendar and its default name. @throws invalid_request, not_found, forbidden */
async function calendarSource(deps: Deps, caller: Caller, { source, saved_scan_id: id }: NewCalendarLink) {
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
function requireMarketInScope(deps: Deps, caller: Caller, query: ScanParameters): void {
  try {
    requireScan(deps, caller, scanQuestion(query));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return;
    throw error;
  }
}

function linkEvent(
  { screening }: Deps,
  { id, accountId, name }: CalendarLink,
  kind: AccountEvent['kind'],
): AccountEvent {
  return { accountId, at: screening.clock.now(), kind, by: 'self', subject: id, detail: name };
}

function publishedLink(link: CalendarLink): Published {
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
