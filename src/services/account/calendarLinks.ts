import { accountOf, type Caller } from '../../access/caller';
import { ApiError, invalidRequest } from '../../errors';
import type { Input, Output } from '../../operation';
import type { CalendarLink } from '../../storage/secretLinks';
import type { ServiceDeps } from '../screening/deps';
import { requireScan, scanQuestion } from '../screening/question';
import { SHOWN_ONCE } from './keys';
import { ownedScan, type ScanParameters } from './savedScans';
import { newLink, revokeLink, storeLink } from './secretLinks';

type Deps = Pick<ServiceDeps, 'screening' | 'tiers' | 'savedScans' | 'calendarLinks' | 'links'>;
type NewCalendarLink = Input<'createCalendarLink'>['body'];
type Published = Output<'listCalendarLinks'>['calendar_links'][number];

/** The links of the caller's account, oldest first. */
export async function listCalendarLinks(deps: Deps, caller: Caller): Promise<Output<'listCalendarLinks'>> {
  const links = await deps.calendarLinks.of(accountOf(caller));
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
  const { savedScanId, title } = await calendarSource(deps, caller, body);
  const { link: made, secret } = newLink(deps, caller, body.name ?? title);
  const link: CalendarLink = {
    ...made,
    savedScanId,
    alarmMinutes: body.alarm_minutes_before ?? null,
    daysAhead: body.days_ahead ?? null,
    includeNeutral: body.include_neutral ?? false,
  };
  await storeLink(deps, caller, 'calendar', deps.calendarLinks, link);
  const url = `${deps.links.publicUrl}/v1/calendars/${secret}.ics`;
  return { calendar_link: publishedLink(link), url, message: SHOWN_ONCE };
}

/** @throws not_found */
export async function deleteCalendarLink(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<Output<'deleteCalendarLink'>> {
  const { name } = await revokeLink(deps, caller, 'calendar', deps.calendarLinks, id);
  return { calendar_link_id: id, name, message: 'The calendar link is revoked.' };
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
export function requireMarketInScope(
  deps: Pick<ServiceDeps, 'screening' | 'tiers'>,
  caller: Caller,
  query: ScanParameters,
): void {
  try {
    requireScan(deps, caller, scanQuestion(query));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request') return;
    throw error;
  }
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
