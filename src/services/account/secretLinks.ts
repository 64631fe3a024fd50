import { randomBytes } from 'node:crypto';
import { accountOf, type Caller } from '../../access/caller';
import { forbidden, notFound } from '../../errors';
import type { AccountEvent } from '../../storage/accounts';
import type { SecretLink, SecretLinkStore } from '../../storage/secretLinks';
import type { ServiceDeps } from '../screening/deps';
import { unknownScan } from './savedScans';

const ID_BYTES = 8;

type LinkKind = 'calendar' | 'table';
type Deps = Pick<ServiceDeps, 'screening' | 'tiers' | 'links'>;
type Store<Link extends SecretLink> = Pick<SecretLinkStore<Link>, 'insert' | 'of' | 'remove'>;

/** What new links of both kinds have, and the secret of the address. The link keeps the markets of the caller's key. */
export function newLink({ screening, links }: Deps, caller: Caller, name: string) {
  const { secret, hash, lastFour } = links.newSecret();
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
export async function storeLink<Link extends SecretLink>(
  deps: Deps,
  caller: Caller,
  kind: LinkKind,
  store: Store<Link>,
  link: Link,
): Promise<void> {
  const most = caller.tier[`${kind}Links` as const];
  const result = await store.insert(link, most, linkEvent(deps, link, `${kind}_link_made`));
  if (result === 'gone') throw unknownScan();
  if (result === 'full') {
    throw forbidden(
      `The ${caller.tier.name} tier has ${most} ${kind} link${most === 1 ? '' : 's'}: revoke one, or see ` +
        deps.tiers.upgradeUrl,
    );
  }
}

/** Revokes a link of the caller's account. @throws not_found */
export async function revokeLink<Link extends SecretLink>(
  deps: Deps,
  caller: Caller,
  kind: LinkKind,
  store: Store<Link>,
  id: string,
): Promise<Link> {
  const accountId = accountOf(caller);
  const link = (await store.of(accountId)).find((link) => link.id === id);
  if (link === undefined || !(await store.remove(accountId, id, linkEvent(deps, link, `${kind}_link_revoked`)))) {
    throw notFound(`No ${kind} link of this account has that id; GET /${kind}-links lists them.`);
  }
  return link;
}

function linkEvent({ screening }: Deps, { id, accountId, name }: SecretLink, kind: AccountEvent['kind']): AccountEvent {
  return { accountId, at: screening.clock.now(), kind, by: 'self', subject: id, detail: name };
}
