import type { AccountStore } from '../storage/accounts';

export interface KeySecretSettings {
  readonly production: boolean;
  /** The setting KEY_SECRET; null when it is not set. */
  readonly keySecret: string | null;
}

/**
 * The secret that keys are hashed with: the setting KEY_SECRET, or outside production a generated one. Null in
 * production without the setting: authentication then fails closed (SPEC 7, 503).
 *
 * @throws Error when the generated one is damaged
 */
export async function keySecretFor(
  { production, keySecret }: KeySecretSettings,
  accounts: Pick<AccountStore, 'generatedSecret'>,
): Promise<string | null> {
  if (keySecret !== null) return keySecret;
  return production ? null : accounts.generatedSecret();
}
