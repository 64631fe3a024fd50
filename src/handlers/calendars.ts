import { CreatedAnswer } from '../fileAnswer';
import type { Handlers } from '../operation';
import { calendarFile } from '../services/account/calendarFile';
import { createCalendarLink, deleteCalendarLink, listCalendarLinks } from '../services/account/calendarLinks';
import type { ServiceDeps } from '../services/screening/deps';

/** Calendar links, and the calendars. */
export function calendarsHandlers(deps: ServiceDeps) {
  return {
    listCalendarLinks: (_, { caller }) => listCalendarLinks(deps, caller),
    createCalendarLink: async ({ body }, { caller }) => {
      const created = await createCalendarLink(deps, caller, body);
      return new CreatedAnswer(created, `/calendar-links/${created.calendar_link.calendar_link_id}`);
    },
    deleteCalendarLink: ({ calendar_link_id }, { caller }) => deleteCalendarLink(deps, caller, calendar_link_id),
    /** Authenticated by its address. */
    getCalendar: (_, { caller }) => calendarFile(deps, caller),
  } satisfies Partial<Handlers>;
}
