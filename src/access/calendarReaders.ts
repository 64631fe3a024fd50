import { notFound } from '../errors';
import type { Log } from '../log';
import type { CalendarStore, OwnedCalendarLink } from '../storage/calendars';
import type { Caller } from './caller';
import { narrowed } from './scope';
import { hashToken, newToken } from './sessionToken';
import type { TierTable } from './tiers';

/** The secret of a link, as its address has it. */
const FILE = /^([\w-]{43})\.ics$/;
/** A read is noted this often at most. */
const TOUCH_MS = 3_600_000;
/** The same whatever was wrong: whoever guesses learns nothing. */
const NO_CALENDAR = 'There is no calendar at this address, or its link was revoked.';

/** The secret of a new address, which is shown once, and what is kept of it. */
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
 * Who reads a calendar by its address: the account whose link it is, as far as the key reached that made it, without
 * predictions. The secret is looked up by its hash, each time anew.
 */
export class CalendarReaders {
  private pending: Promise<void> = Promise.resolve();

  constructor(private readonly deps: CalendarReadersDeps) {}

  /** @param file the last part of the address @throws not_found for one that nobody has, or of a suspended account */
  async admit(file: string): Promise<Caller> {
    const secret = FILE.exec(file)?.[1];
    const link = secret === undefined ? null : await this.deps.store.byHash(hashToken(secret));
    if (link === null || link.suspended) throw notFound(NO_CALENDAR);
    this.noteRead(link);
    const { id: calendarLink, accountId, tier, markets } = link;
    const key = { markets, readOnly: true };
    return { accountId, tier: narrowed(this.deps.tiers.ofAccount(tier), key), demo: false, key, calendarLink };
  }

  /** Resolves when what is noted of reads is written: for shutdown and tests. */
  settled(): Promise<void> {
    return this.pending;
  }

  /** The request does not wait for it, nor fail with it. */
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
