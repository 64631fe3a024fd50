import { noSuchAddress } from '../errors';
import type { Log } from '../log';
import type { OwnedLink, SecretLink, SecretLinkStore } from '../storage/secretLinks';
import type { BackgroundWork, Caller } from './caller';
import { hashToken, newToken } from './sessions';
import { narrowed, type TierTable } from './tiers';

/** The last part of an address: the secret of its link, and the extension of the file. */
const FILE = /^([\w-]{43})\.([a-z]+)$/;
/** Shortest time between two notes of a read. */
const TOUCH_MS = 3_600_000;

/** A new secret for an address: it is shown once, and only its hash and last four characters are stored. */
export function newLinkSecret() {
  const secret = newToken();
  return { secret, hash: hashToken(secret), lastFour: secret.slice(-4) };
}

export interface LinkReadersDeps {
  readonly what: 'calendar' | 'table';
  /** Of the files: `ics`. */
  readonly extension: string;
  readonly store: Pick<SecretLinkStore<SecretLink>, 'byHash' | 'touch'>;
  readonly tiers: TierTable;
  readonly background: BackgroundWork;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Authenticates readers of a file by its secret address. The caller is the account of the link, limited to the markets of the
 * key that created it, without predictions. The hash of the secret is read from the database each time.
 */
export class LinkReaders {
  constructor(private readonly deps: LinkReadersDeps) {}

  /** @param file the last part of the address @throws not_found for an unknown address or a suspended account */
  async admit(file: string): Promise<Caller> {
    const { what, extension, store, tiers } = this.deps;
    const [, secret, ending] = FILE.exec(file) ?? [];
    const found = secret === undefined || ending !== extension ? null : await store.byHash(hashToken(secret));
    if (found === null || found.suspended) throw noSuchAddress(what);
    this.noteRead(found);
    const { id: link, accountId, tier, markets } = found;
    const key = { markets, readOnly: true };
    return { accountId, tier: narrowed(tiers.ofAccount(tier), key), demo: false, key, link };
  }

  private noteRead({ id, lastReadAt }: OwnedLink): void {
    const { what, store, background, now, log } = this.deps;
    const at = now();
    if (lastReadAt !== null && at.getTime() - lastReadAt.getTime() < TOUCH_MS) return;
    background.add(store.touch(id, at), (err) => log.warn({ err, link: id }, `could not note the read of a ${what}`));
  }
}
