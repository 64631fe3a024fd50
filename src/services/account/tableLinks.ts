import { accountOf, type Caller } from '../../access/caller';
import { ApiError, internal, noSuchAddress } from '../../errors';
import { FileAnswer } from '../../fileAnswer';
import type { Asker, Input, Output } from '../../operation';
import type { TableLink } from '../../storage/secretLinks';
import type { ServiceDeps } from '../screening/deps';
import { requireMarketInScope } from './calendarLinks';
import { SHOWN_ONCE } from './keys';
import { ownedScan, runSavedScan, type ScanParameters } from './savedScans';
import { newLink, revokeLink, storeLink } from './secretLinks';

type Published = Output<'listTableLinks'>['table_links'][number];

/** The links of the caller's account, oldest first. */
export async function listTableLinks(
  { tableLinks }: Pick<ServiceDeps, 'tableLinks'>,
  caller: Caller,
): Promise<Output<'listTableLinks'>> {
  const links = await tableLinks.of(accountOf(caller));
  return { table_links: links.map(publishedLink), most: caller.tier.tableLinks };
}

/**
 * @throws invalid_request, not_found for a saved scan of another account, forbidden when the key reaches none of its markets
 *   or the plan allows no more links
 */
export async function createTableLink(
  deps: ServiceDeps,
  caller: Caller,
  { saved_scan_id, name }: Input<'createTableLink'>['body'],
): Promise<Output<'createTableLink'>> {
  const scan = await ownedScan(deps, caller, saved_scan_id);
  requireMarketInScope(deps, caller, scan.query as ScanParameters);
  const { link: made, secret } = newLink(deps, caller, name ?? scan.name);
  const link: TableLink = { ...made, savedScanId: scan.id };
  await storeLink(deps, caller, 'table', deps.tableLinks, link);
  const url = `${deps.links.publicUrl}/v1/tables/${secret}.csv`;
  return { table_link: publishedLink(link), url, message: SHOWN_ONCE };
}

/** @throws not_found */
export async function deleteTableLink(
  deps: ServiceDeps,
  caller: Caller,
  id: string,
): Promise<Output<'deleteTableLink'>> {
  const { name } = await revokeLink(deps, caller, 'table', deps.tableLinks, id);
  return { table_link_id: id, name, message: 'The table link is revoked.' };
}

/**
 * The current result of the saved scan of the caller's link as CSV, within the current plan of its account.
 *
 * @throws not_found when the link was revoked meanwhile, or the plan or its markets do not allow it any more; otherwise the
 *   errors of GET /scan
 */
export async function tableFile(deps: ServiceDeps, asker: Asker): Promise<FileAnswer<'text/csv'>> {
  const { accountId, link, tier } = asker.caller;
  if (accountId === null || link === undefined) throw internal('a table is read without a link');
  const allowed = (await deps.tableLinks.of(accountId)).slice(0, tier.tableLinks);
  const found = allowed.find(({ id }) => id === link);
  if (found === undefined) throw noSuchAddress('table');
  try {
    const answer = await runSavedScan(deps, found.savedScanId, { ...asker, format: 'csv' });
    if (answer instanceof FileAnswer) return answer as FileAnswer<'text/csv'>;
  } catch (error) {
    // The reader learns nothing of the account: not its plan, nor that the scan was deleted a moment ago.
    if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found'))
      throw noSuchAddress('table');
    throw error;
  }
  throw internal('a table is not a file');
}

function publishedLink(link: TableLink): Published {
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
