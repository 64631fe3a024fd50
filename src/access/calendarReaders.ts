import { notFound } from '../errors';
import type { Log } from '../log';
import type { CalendarStore, OwnedCalendarLink } from '../storage/calendars';
import type { Caller } from './caller';
import { narrowed } from './scope';
import { hashToken, newToken } from './sessionToken';
import type { TierTable } from './tiers';

/** The last part of a calendar's address: the secret of its link. */
const FILE = /^([\w-]{43})\.ics$/;
/** Shortest time between two notes of a read. */
const TOUCH_MS = 3_600_000;
/** One message for every failure, so that guessing reveals nothing. */
const NO_CALENDAR = 'There is no calendar at this address, or its link was revoked.';

/** A new secret for an address: it is shown once, and only its hash and last four characters are stored. */
export function newCalendarSecret() {
  const secret = newToken();
  return { secret, hash: hashToken(secret), lastFour: secret.slice(-4) };
}

export interface CalendarReadersDeps {
  readonly store: Pick<CalendarStore, 'byHash' | 'touch'>;
  readonly tiers: TierTable;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Authenticates readers of a calendar by its address. The caller is the account of the link, limited to the markets of the key
 * that created it, without predictions. The hash of the secret is read from the database each time.
 */
export class CalendarReaders {
  private pending: Promise<void> = Promise.resolve();

  constructor(private readonly deps: CalendarReadersDeps) {}

  /** @param file the last part of the address @throws not_found for an unknown address or a suspended account */
  async admit(file: string): Promise<Caller> {
    const secret = FILE.exec(file)?.[1];
    const link = secret === undefined ? null : await this.deps.store.byHash(hashToken(secret));
    if (link === null || link.suspended) throw notFound(NO_CALENDAR);
    this.noteRead(link);
    const { id: calendarLink, accountId, tier, markets } = link;
    const key = { markets, readOnly: true };
    return { accountId, tier: narrowed(this.deps.tiers.ofAccount(tier), key), demo: false, key, calendarLink };
  }

  /** Resolves when pending notes of reads are written: for shutdown and tests. */
  settled(): Promise<void> {
    return this.pending;
  }

  /** Runs in the background: the request neither waits for it nor fails with it. */
  private noteRead({ id, lastReadAt }: OwnedCalendarLink): void {
    const { store, now, log } = this.deps;
    const at = now();
    if (lastReadAt !== null && at.getTime() - lastReadAt.getTime() < TOUCH_MS) return;
    const written = store.touch(id, at).catch((err: unknown) => {
      log.warn({ err, calendarLink: id }, 'could not note the read of a calendar');
    });
    this.pending = Promise.all([this.pending, written]).then(() => undefined);
  }
}
