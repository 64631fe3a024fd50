import type { Context, Handlers, Operations } from '../operation';
import type { ServiceDeps } from '../services/screening/deps';
import { account } from './account';
import { dailyPick } from './dailyPick';
import { markets } from './markets';
import { operator } from './operator';
import { savedScans } from './savedScans';
import { screening } from './screening';
import { symbols } from './symbols';

/** The function of every operation. A missing or unknown operation does not compile. */
const OPERATIONS: Required<Operations<ServiceDeps>> = {
  ...screening,
  ...symbols,
  ...dailyPick,
  ...markets,
  ...savedScans,
  ...account,
  ...operator,
};

/** The operations over the dependencies. */
export function handlersOf(deps: ServiceDeps): Handlers {
  const bound = Object.entries(OPERATIONS).map(([id, operation]): [string, unknown] => [
    id,
    (input: never, context: Context) => operation(deps, input, context),
  ]);
  return Object.fromEntries(bound) as Handlers;
}
