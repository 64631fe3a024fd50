import type { components } from '../../../generated/openapi';
import { type Chain, type LedgerRecord, referenceOf } from './chain';

type Evaluation = components['schemas']['PickEvaluation'];
type ShownPick = Evaluation['picks'][number];

/** The picks that the page shows. */
export interface ShownRecord {
  readonly picks: readonly ShownPick[];
  readonly replay: boolean;
}

/** Fields that have the same name in a pick's record and on the page. */
const SAME = ['symbol', 'market', 'direction', 'entry_date', 'exit_date', 'hold_days', 'edge_score'] as const;

/**
 * Compares the picks on the page with the ledger: each pick must be as it was recorded, have the return of its outcome or of
 * the last correction, and none may be missing. Returns a sentence for each difference.
 */
export function disagreements(chain: Chain, { picks, replay }: ShownRecord): string[] {
  if (replay)
    return picks.flatMap(({ record, symbol }) =>
      record ? [`${symbol} is said to be a replay, and has a record`] : [],
    );
  const returns = returnsIn(chain);
  const findings = picks.flatMap((shown) => ofPick(chain, returns, shown));
  const kinds = new Set(picks.flatMap(({ record }) => (record ? [chain.find(record)?.simulated] : [])));
  const [simulated] = kinds;
  if (kinds.size > 1) findings.push('picks over simulated and over real prices are shown together');
  const recorded = chain.records.filter((record) => record.type === 'pick' && record.simulated === simulated).length;
  if (kinds.size === 1 && recorded !== picks.length)
    findings.push(`the ledger holds ${recorded} picks of this kind, ${picks.length} are shown`);
  return findings;
}

function ofPick(chain: Chain, returns: ReadonlyMap<number, number>, shown: ShownPick): string[] {
  const name = `${shown.symbol} of ${shown.featured_date}`;
  const record = shown.record && chain.find(shown.record);
  if (record?.type !== 'pick') return [`${name} is not in the ledger as it is shown`];
  const differing = SAME.filter((field) => record[field] !== shown[field]).map(String);
  // Records of version 1 name no rule.
  if ((record.rule_version ?? 1) !== shown.rule_version) differing.push('rule_version');
  if (record.session !== shown.featured_date) differing.push('session');
  if ((returns.get(record.seq) ?? null) !== shown.return_pct) differing.push('return_pct');
  return differing.map((field) => `${name}: ${field} is not what the ledger says`);
}

/** Return of each pick by its number: that of its outcome, or of the outcome's last correction. */
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

/** Whether the chain has a record with this hash, hexadecimal in upper or lower case. */
export function holds(chain: Chain, hash: string): boolean {
  const lowerCase = hash.trim().toLowerCase();
  return chain.records.some((record: LedgerRecord) => record.hash === lowerCase);
}
