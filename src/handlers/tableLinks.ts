import { CreatedAnswer } from '../fileAnswer';
import type { Handlers } from '../operation';
import { createTableLink, deleteTableLink, listTableLinks, tableFile } from '../services/account/tableLinks';
import type { ServiceDeps } from '../services/screening/deps';

/** Table links, and the tables. */
export function tableLinksHandlers(deps: ServiceDeps) {
  return {
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
