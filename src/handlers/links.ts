import { CreatedAnswer } from '../fileAnswer';
import type { Handlers } from '../operation';
import { calendarFile } from '../services/account/calendarFile';
import { createCalendarLink, deleteCalendarLink, listCalendarLinks } from '../services/account/calendarLinks';
import { createTableLink, deleteTableLink, listTableLinks, tableFile } from '../services/account/tableLinks';
import type { ServiceDeps } from '../services/screening/deps';

/** Secret addresses of calendars and tables, and what they show. */
export function linksHandlers(deps: ServiceDeps) {
  return {
    listCalendarLinks: (_, { caller }) => listCalendarLinks(deps, caller),
    createCalendarLink: async ({ body }, { caller }) => {
      const created = await createCalendarLink(deps, caller, body);
      return new CreatedAnswer(created, `/calendar-links/${created.calendar_link.calendar_link_id}`);
    },
    deleteCalendarLink: ({ calendar_link_id }, { caller }) => deleteCalendarLink(deps, caller, calendar_link_id),
    /** Authenticated by its address. */
    getCalendar: (_, { caller }) => calendarFile(deps, caller),
    listTableLinks: (_, { caller }) => listTableLinks(deps, caller),
    createTableLink: async ({ body }, { caller }) => {
      const created = await createTableLink(deps, caller, body);
      return new CreatedAnswer(created, `/table-links/${created.table_link.table_link_id}`);
    },
    deleteTableLink: ({ table_link_id }, { caller }) => deleteTableLink(deps, caller, table_link_id),
    /** Authenticated by its address. */
    getTable: (_, context) => tableFile(deps, context),
  } satisfies Partial<Handlers>;
}
