import type { KeyService } from '../../access/keys';
import type { MlAllowance } from '../../access/mlAllowance';
import type { ProviderSignIn } from '../../access/providerSignIn';
import type { Sessions } from '../../access/sessions';
import type { LinkMail, SignInLinks } from '../../access/signInLinks';
import type { TierTable } from '../../access/tiers';
import type { Deliveries } from '../../alerts/deliveries';
import type { EndpointSecretBox, Sender, WebhookClient } from '../../alerts/sender';
import type { Clock } from '../../clock';
import type { Market } from '../../core/calendar/market';
import type { Budget } from '../../deadline';
import { type Engine, EngineNotReadyError } from '../../engine/engine';
import type { ScanCache } from '../../engine/scanCache';
import type { Snapshot } from '../../engine/snapshot';
import { loadingPrices } from '../../errors';
import type { Storage } from '../../storage/storage';
import type { FeedAdmin } from '../operator/feedAdmin';
import type { PriceSurvey } from '../operator/priceSurvey';
import type { ReplayedPicks } from '../record/replayedPicks';
import type { CameTrueStudies } from './cameTrue';
import type { NullDistributions } from './nullDistributions';
import type { Predictions, PredictorSource } from './predictions';
import type { ScanCore } from './results';

/** The dependencies of the operations. */
export interface ServiceDeps {
  readonly screening: Screening;
  readonly storage: Storage;
  readonly tiers: TierTable;
  /** The daily allowance of predictions. */
  readonly mlAllowance: MlAllowance;
  /** The model the daily pick is made with. */
  readonly predictorFor: PredictorSource;
  /** Replayed picks, shown for the sandbox until its first real pick. */
  readonly replayed: ReplayedPicks;
  /** Where clients reach this server, without a slash at the end. */
  readonly publicUrl: string;
  /** A new secret for an address: it is shown once, and only its hash and last four characters are stored. */
  readonly newLinkSecret: () => { readonly secret: string; readonly hash: string; readonly lastFour: string };
  readonly signIn: SignInParts;
  /** Null where keys cannot be hashed. */
  readonly keys: KeyService | null;
  readonly feedAdmin: FeedAdmin;
  readonly priceSurvey: PriceSurvey;
  readonly webhooks: WebhookParts;
}

/** The ways to sign in to the console. */
export interface SignInParts {
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  /** Null where no mail is sent. */
  readonly mail: LinkMail | null;
  /** Null where people sign in by links only. */
  readonly provider: ProviderSignIn | null;
}

export interface WebhookParts {
  readonly client: Pick<WebhookClient, 'urlFault'>;
  /** Null where KEY_SECRET is not set: nothing can be signed then. */
  readonly signing: {
    readonly secrets: EndpointSecretBox;
    readonly sender: Sender;
    readonly deliveries: Deliveries;
  } | null;
}

/** What computes answers from prices. */
export interface Screening {
  readonly engine: Engine;
  /** The time budget of a scan, shared by all requests that wait for it. */
  readonly budget: Budget;
  /** Finished scans. */
  readonly scans: ScanCache<ScanCore>;
  readonly markets: readonly Market[];
  readonly predictions: Pick<Predictions, 'over' | 'trialOver'>;
  /** Null distributions of searches (METHOD 9). */
  readonly nulls: NullDistributions;
  /** What came true in each market (METHOD 10). */
  readonly cameTrue: CameTrueStudies;
  readonly clock: Clock;
}

/** The prices to answer a request from. @throws scan_busy while prices are being loaded */
export async function currentPrices({ engine }: Pick<Screening, 'engine'>): Promise<Snapshot> {
  try {
    return await engine.current();
  } catch (error) {
    if (error instanceof EngineNotReadyError) throw loadingPrices();
    throw error;
  }
}
