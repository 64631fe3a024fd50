import type { Config } from '../config';
import type { AccountStore } from '../storage/ports';

/**
 * The secret that keys are hashed with: the setting KEY_SECRET, or outside production a generated one. Null in
 * production without the setting: authentication then fails closed (SPEC 7, 503).
 *
 * @throws Error when the generated one is damaged
 */
export async function keySecretFor(
  { environment, keySecret }: Pick<Config, 'environment' | 'keySecret'>,
  accounts: Pick<AccountStore, 'generatedSecret'>,
): Promise<string | null> {
  if (keySecret !== null) return keySecret;
  return environment === 'production' ? null : accounts.generatedSecret();
}
