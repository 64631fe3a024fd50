import type { Schemas } from '../api/client';
import { asking } from '../api/question';
import { counted } from '../ui/counted';
import { Chain, hashOf, type Named } from './chain';
import { disagreements, holds } from './claims';

export interface Check {
  readonly what: string;
  readonly passed: boolean;
  /** What was found; empty where nothing more is to be said. */
  readonly found: readonly string[];
}

export interface Verified {
  readonly checks: readonly Check[];
  readonly head: Named;
}

/** A head that this browser saw on an earlier visit, or that somebody noted. */
export interface Kept {
  readonly head: Named | null;
  readonly noted: string;
}

const MOST_SHOWN = 10;

/** Whether the browser can hash here: it does so on https and on localhost only. */
export const canHash = typeof crypto !== 'undefined' && crypto.subtle !== undefined;

/**
 * Reads the whole ledger and checks it, and what the page shows against it.
 *
 * @param shown what the page shows of the record
 * @param progress is told how many records there are so far, and of how many
 * @throws Failure when the ledger cannot be read
 */
export async function verifyRecord(
  shown: Schemas['PickEvaluation'],
  kept: Kept,
  signal: AbortSignal,
  progress: (done: number, of: number) => void,
): Promise<Verified> {
  const chain = new Chain();
  let said: Named = { seq: 0, hash: '' };
  let cursor: string | null = '0';
  while (cursor !== null) {
    const page: Schemas['LedgerPage'] = await asking('/daily-pick/ledger', { query: { cursor, limit: 1000 } }).ask(
      signal,
    );
    for (const record of page.records) await chain.add(record);
    said = { seq: page.head_seq, hash: page.head_hash };
    // A page that goes nowhere would be asked for ever.
    cursor = page.next_cursor === cursor ? null : page.next_cursor;
    progress(chain.records.length, page.head_seq);
  }
  return {
    checks: [
      ...chainChecks(chain, said),
      ...shownChecks(chain, shown, kept),
      ...(await cardCheck(chain, shown, signal)),
    ],
    head: chain.head,
  };
}

function chainChecks(chain: Chain, said: Named): Check[] {
  const { faults, head, records } = chain;
  const told = faults.slice(0, MOST_SHOWN).map(({ seq, problem }) => `Record ${seq} ${problem}.`);
  const more = faults.length - told.length;
  return [
    {
      what: `${counted(records.length, 'record')}, all from the first on: each hashes (SHA-256 of its RFC 8785 form) to what it says and carries the hash of the one before, numbers and times go up, and what it refers to stands before it`,
      passed: faults.length === 0,
      found: more > 0 ? [...told, `And ${more} more.`] : told,
    },
    {
      what: `The chain ends where the server says it does, at record ${said.seq}`,
      passed: head.seq === said.seq && head.hash === said.hash,
      found: head.hash === said.hash ? [] : [`It says ${said.hash}, the records end with ${head.hash}.`],
    },
  ];
}

function shownChecks(chain: Chain, shown: Schemas['PickEvaluation'], kept: Kept): Check[] {
  const differing = disagreements(chain, shown);
  const stands = (head: Named) => head.seq === 0 || chain.find(head) !== undefined;
  const headStands = stands(shown.head);
  return [
    {
      what: shown.replay
        ? 'Nothing of the replay is in the ledger'
        : `What this page shows (${counted(shown.picks.length, 'pick')}, with their returns) is what the records say, none left out`,
      passed: differing.length === 0 && headStands,
      found: [
        ...differing.slice(0, MOST_SHOWN),
        ...(headStands ? [] : ['The head that this page was made from is not on the chain.']),
      ],
    },
    ...(kept.head === null
      ? []
      : [
          {
            what: `The head that this browser kept on an earlier visit (record ${kept.head.seq}) still stands: nothing up to it was changed since`,
            passed: stands(kept.head),
            found: stands(kept.head)
              ? []
              : ['Records were rewritten, or this address serves another ledger than it did then.'],
          },
        ]),
    ...(kept.noted.trim() === ''
      ? []
      : [
          {
            what: `The head that you noted (${kept.noted.trim().slice(0, 12)}…) is on the chain: nothing up to it was changed since`,
            passed: holds(chain, kept.noted),
            found: [],
          },
        ]),
  ];
}

/** The card that is shown, against the hash that its record carries. */
async function cardCheck(chain: Chain, shown: Schemas['PickEvaluation'], signal: AbortSignal): Promise<Check[]> {
  const newest = shown.picks[0]?.record;
  const record = newest ? chain.find(newest) : undefined;
  if (shown.replay || record === undefined) return [];
  const { card } = await asking('/daily-pick', { query: { include: 'chart' } }).ask(signal);
  if (!('receipts' in card)) return [];
  const { live_track_record: _lives, ...receipts } = card.receipts;
  return [
    {
      what: 'The card of the latest pick, with its chart, hashes to what its record said when it was published',
      passed: (await hashOf({ ...card, receipts })) === record.card_hash,
      found: [],
    },
  ];
}
