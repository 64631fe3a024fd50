import type { components } from '../../../generated/openapi';
import { type Chain, type Linked, referenceOf } from './chain';

type Evaluation = components['schemas']['PickEvaluation'];
type Shown = Evaluation['picks'][number];

/** What is shown of the record. */
export interface Claims {
  readonly picks: readonly Shown[];
  readonly replay: boolean;
}

/** Fields of a pick's record that the page shows under the same name. */
const SAME = ['symbol', 'market', 'direction', 'entry_date', 'exit_date', 'hold_days', 'edge_score'] as const;

/**
 * What the page shows, held to the records it comes from: each pick as it was recorded, with the return of its outcome or of the
 * last correction, and none left out. In sentences, empty when all agrees.
 */
export function disagreements(chain: Chain, { picks, replay }: Claims): string[] {
  if (replay)
    return picks.flatMap(({ record, symbol }) =>
      record ? [`${symbol} is said to be a replay, and has a record`] : [],
    );
  const returns = returnsIn(chain);
  const found = picks.flatMap((shown) => ofPick(chain, returns, shown));
  const kinds = new Set(picks.flatMap(({ record }) => (record ? [chain.find(record)?.simulated] : [])));
  const [simulated] = kinds;
  if (kinds.size > 1) found.push('picks over simulated and over real prices are shown together');
  const recorded = chain.records.filter((record) => record.type === 'pick' && record.simulated === simulated).length;
  if (kinds.size === 1 && recorded !== picks.length)
    found.push(`the ledger holds ${recorded} picks of this kind, ${picks.length} are shown`);
  return found;
}

function ofPick(chain: Chain, returns: ReadonlyMap<number, number>, shown: Shown): string[] {
  const name = `${shown.symbol} of ${shown.featured_date}`;
  const record = shown.record && chain.find(shown.record);
  if (record?.type !== 'pick') return [`${name} is not in the ledger as it is shown`];
  const differing = SAME.filter((field) => record[field] !== shown[field]).map(String);
  if (record.session !== shown.featured_date) differing.push('session');
  if ((returns.get(record.seq) ?? null) !== shown.return_pct) differing.push('return_pct');
  return differing.map((field) => `${name}: ${field} is not what the ledger says`);
}

/** Return of each pick by its position: of its outcome, or of the last correction of that. */
function returnsIn({ records }: Chain): Map<number, number> {
  const pickOf = new Map<number, number>();
  const returns = new Map<number, number>();
  for (const record of records) {
    const named = referenceOf(record);
    if (named === null || typeof record.return_pct !== 'number') continue;
    const pick = record.type === 'outcome' ? named.seq : pickOf.get(named.seq);
    if (pick === undefined) continue;
    if (record.type === 'outcome') pickOf.set(record.seq, pick);
    returns.set(pick, record.return_pct);
  }
  return returns;
}

/** Whether a record of that hash is on the chain, wherever it stands. Hexadecimal, without regard to case. */
export function holds(chain: Chain, hash: string): boolean {
  const wanted = hash.trim().toLowerCase();
  return chain.records.some((record: Linked) => record.hash === wanted);
}
