import { ruleVersionOf } from '../../core/record/ledger';
import type { Output } from '../../operation';
import type { Schema } from '../../schema';
import { tableOf } from './table';

type LedgerRecord = Schema<'LedgerRecord'>;
type Kind = LedgerRecord['type'];

/** The symbols of GET /markets/{market_id}/symbols. */
export const symbolTable = tableOf<Output<'listSymbols'>, Schema<'SymbolEntry'>, Schema<'SymbolLine'>>({
  name: 'symbols',
  list: 'symbols',
  rows: ({ symbols }) => symbols,
  columns: {
    symbol: ({ symbol }) => symbol,
    name: ({ name }) => name,
    first_date: ({ first_date }) => first_date,
    last_date: ({ last_date }) => last_date,
  },
});

/** The records of GET /daily-pick/ledger; fields that a record's type does not have are null. */
export const ledgerTable = tableOf<Output<'listLedger'>, LedgerRecord, Schema<'LedgerLine'>>({
  name: 'ledger',
  list: 'records',
  rows: ({ records }) => records,
  columns: {
    seq: ({ seq }) => seq,
    type: ({ type }) => type,
    published_at: ({ published_at }) => published_at,
    session: (record) => madeOn(record)?.session ?? null,
    as_of: (record) => madeOn(record)?.as_of ?? null,
    symbol: (record) => as('pick', record)?.symbol ?? null,
    market: (record) => as('pick', record)?.market ?? null,
    direction: (record) => as('pick', record)?.direction ?? null,
    entry_date: (record) => as('pick', record)?.entry_date ?? null,
    exit_date: (record) => as('pick', record)?.exit_date ?? null,
    hold_days: (record) => as('pick', record)?.hold_days ?? null,
    earliest_entry: (record) => as('pick', record)?.earliest_entry ?? null,
    rule_version: (record) => madeBy(record),
    edge_score: (record) => as('pick', record)?.edge_score ?? null,
    ml_score: (record) => as('pick', record)?.ml.ml_score ?? null,
    ml_win_prob: (record) => as('pick', record)?.ml.ml_win_prob ?? null,
    pred_return_pct: (record) => as('pick', record)?.ml.pred_return_pct ?? null,
    pred_mfe_pct: (record) => as('pick', record)?.ml.pred_mfe_pct ?? null,
    of_seq: (record) => referred(record)?.seq ?? null,
    entry_session: (record) => as('outcome', record)?.entry_session ?? null,
    exit_session: (record) => as('outcome', record)?.exit_session ?? null,
    return_pct: (record) => (as('outcome', record) ?? as('correction', record))?.return_pct ?? null,
    result: (record) => as('outcome', record)?.result ?? null,
    convention: (record) => as('outcome', record)?.convention ?? null,
    benchmark_symbol: (record) => as('outcome', record)?.benchmark?.symbol ?? null,
    benchmark_return_pct: (record) => as('outcome', record)?.benchmark?.return_pct ?? null,
    random_dates_windows: (record) => as('random_dates', record)?.figures?.windows ?? null,
    random_dates_win_rate: (record) => as('random_dates', record)?.figures?.win_rate ?? null,
    random_dates_avg_return_pct: (record) => as('random_dates', record)?.figures?.avg_return_pct ?? null,
    reason: (record) => (as('no_pick', record) ?? as('correction', record))?.reason ?? null,
    simulated: ({ simulated }) => simulated,
    clock: ({ clock }) => clock,
    card_hash: (record) => as('pick', record)?.card_hash ?? null,
    prev_hash: ({ prev_hash }) => prev_hash,
    hash: ({ hash }) => hash,
  },
});

function as<Type extends Kind>(type: Type, record: LedgerRecord): Extract<LedgerRecord, { type: Type }> | null {
  return isOf(type, record) ? record : null;
}

function isOf<Type extends Kind>(type: Type, record: LedgerRecord): record is Extract<LedgerRecord, { type: Type }> {
  return record.type === type;
}

function madeOn(record: LedgerRecord) {
  return as('pick', record) ?? as('no_pick', record);
}

function madeBy(record: LedgerRecord): number | null {
  const made = madeOn(record);
  return made && ruleVersionOf(made);
}

/** The record that another one refers to. */
function referred(record: LedgerRecord) {
  if (record.type === 'outcome' || record.type === 'random_dates') return record.pick;
  return as('correction', record)?.corrects ?? null;
}
