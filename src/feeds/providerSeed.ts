import { z } from 'zod';
import { checkSeed, readOwn, readSeed, requireUnique } from '../seedFile';
import { PROVIDER, type Provider } from './provider';

const SEED = 'feeds.json';
const FILE = z.array(PROVIDER).superRefine(requireUnique('id'));

/** Lists all faults of the provider files. */
class ProvidersError extends Error {
  override readonly name = 'ProvidersError';
  constructor(readonly faults: readonly string[]) {
    super(`Providers not accepted:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

/**
 * The providers of seeds/feeds.json and of the operator's file, by id. The operator's replace those with the same id.
 *
 * @param file the operator's file (FEEDS_FILE); null = none
 * @throws ProvidersError with every fault of the files, or, if they have none, every `history` that is not a valid provider
 */
export function loadProviders(file: string | null = null): ReadonlyMap<string, Provider> {
  const faults: string[] = [];
  const seeds = parseProviders(SEED, readSeed(SEED), faults);
  const own = file === null ? [] : parseProviders(file, ownContent(file, faults), faults);
  const byId = new Map([...seeds, ...own].map((provider) => [provider.id, provider]));
  if (faults.length === 0) faults.push(...historyFaults(byId));
  if (faults.length > 0) throw new ProvidersError(faults);
  return byId;
}

function historyFaults(byId: ReadonlyMap<string, Provider>): string[] {
  return [...byId.values()]
    .filter(({ history }) => history !== null && byId.get(history)?.scope !== 'symbol')
    .map(({ id, history }) => `${id}.history '${history}' is not a provider with scope symbol`);
}

function ownContent(file: string, faults: string[]): unknown {
  try {
    return readOwn('FEEDS_FILE', file);
  } catch (error) {
    faults.push((error as Error).message);
    return [];
  }
}

/** @param faults faults of the file are added to it; then no provider is returned */
export function parseProviders(file: string, content: unknown, faults: string[]): readonly Provider[] {
  const result = checkSeed(file, FILE, content);
  if ('data' in result) return result.data;
  faults.push(...result.faults.map(({ message }) => message));
  return [];
}
