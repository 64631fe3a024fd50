import type { Handler } from '../operation';
import { calendarFile } from '../services/calendarFile';
import { createCalendarLink, deleteCalendarLink, listCalendarLinks } from '../services/calendarLinks';
import type { ServiceDeps } from '../services/deps';

/** GET /calendar-links */
export function listCalendarLinksHandler(deps: ServiceDeps): Handler<'listCalendarLinks'> {
  return (_, { caller }) => listCalendarLinks(deps, caller);
}

/** POST /calendar-links */
export function createCalendarLinkHandler(deps: ServiceDeps): Handler<'createCalendarLink'> {
  return ({ body }, { caller }) => createCalendarLink(deps, caller, body);
}

/** DELETE /calendar-links/{calendar_link_id} */
export function deleteCalendarLinkHandler(deps: ServiceDeps): Handler<'deleteCalendarLink'> {
  return ({ calendar_link_id }, { caller }) => deleteCalendarLink(deps, caller, calendar_link_id);
}

/** GET /calendars/{calendar_file}: the address has let the caller in. */
export function calendarHandler(deps: ServiceDeps): Handler<'getCalendar'> {
  return (_, { caller }) => calendarFile(deps, caller);
}
