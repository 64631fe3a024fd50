import type { IsGone } from '../work';

/** Of the holders of something those whose processes have ended. */
export async function goneOf(holders: readonly string[], isGone: IsGone): Promise<string[]> {
  const gone: string[] = [];
  for (const holder of holders) if (await isGone(holder)) gone.push(holder);
  return gone;
}
