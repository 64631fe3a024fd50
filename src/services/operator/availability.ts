import type { Log } from '../../log';
import type { UnavailableReason } from '../../storage/errors';
import type { Storage } from '../../storage/storage';

const LOOK_MS = 1_000;

/** Reasons that last until somebody acts. The others end by themselves, and each failed request is logged. */
const LASTING: Partial<Record<UnavailableReason, string>> = {
  database_newer: 'a newer version of this program has migrated the database: replace this process',
  database_damaged: 'the database is damaged: stop the service and restore a backup',
  disk_full: 'the disk of the database is full: requests that must be counted or stored are answered 503',
};

/** Logs what is wrong with the database itself: once when it is noticed, and once when it is over. */
export class AvailabilityLog {
  private logged: UnavailableReason | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly storage: Pick<Storage, 'unavailable' | 'damaged'>,
    private readonly log: Log,
  ) {}

  /** Looks every second from now on. */
  start(): void {
    this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** @returns why the database is unavailable; null = available */
  look(): UnavailableReason | null {
    const reason = this.storage.unavailable();
    const lasting = reason !== null && reason in LASTING ? reason : null;
    if (lasting === this.logged) return reason;
    if (lasting === null) this.log.info({ reason: this.logged }, 'the database is available again');
    else this.log.error({ reason: lasting, tables: this.storage.damaged() }, LASTING[lasting]!);
    this.logged = lasting;
    return reason;
  }
}
