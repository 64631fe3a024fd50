import { apiRequest } from '../api/apiRequest';
import type { Schemas } from '../api/client';
import { plural } from '../ui/format';
import { Chain, hashOf, type RecordRef } from './chain';
import { disagreements, holds } from './claims';

const HEAD_KEY = 'ledger-head';

export interface Check {
  readonly what: string;
  readonly passed: boolean;
  /** Details, one sentence each; may be empty. */
  readonly findings: readonly string[];
}

export interface Verification {
  readonly checks: readonly Check[];
  readonly head: RecordRef;
}

/** Earlier heads to compare with: the one that this browser stored, and one that the user typed in (empty = none). */
export interface KnownHeads {
  readonly head: RecordRef | null;
  readonly noted: string;
}

const MAX_LISTED = 10;

/** Whether Web Crypto is available: browsers provide it on https and on localhost only. */
export const canHash = typeof crypto !== 'undefined' && crypto.subtle !== undefined;

/**
 * Reads the whole ledger, verifies it, and compares the page with it.
 *
 * @param shown the evaluation that the page shows
 * @param progress called with the number of records read so far and their total
 * @throws Failure when the ledger cannot be read
 */
export async function verifyRecord(
  shown: Schemas['PickEvaluation'],
  known: KnownHeads,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<Verification> {
  const chain = new Chain();
  let serverHead: RecordRef = { seq: 0, hash: '' };
  let cursor: string | null = '0';
  while (cursor !== null) {
    const page: Schemas['LedgerPage'] = await apiRequest('/daily-pick/ledger', { query: { cursor, limit: 1000 } }).send(
      signal,
    );
    for (const record of page.records) await chain.add(record);
    serverHead = { seq: page.head_seq, hash: page.head_hash };
    // A cursor that does not advance would cause an endless loop.
    cursor = page.next_cursor === cursor ? null : page.next_cursor;
    progress(chain.records.length, page.head_seq);
  }
  return {
    checks: [
      ...chainChecks(chain, serverHead),
      ...shownChecks(chain, shown, known),
      ...(await cardCheck(chain, shown, signal)),
    ],
    head: chain.head,
  };
}

function chainChecks(chain: Chain, serverHead: RecordRef): Check[] {
  const { faults, head, records } = chain;
  const listed = faults.slice(0, MAX_LISTED).map(({ seq, problem }) => `Record ${seq} ${problem}.`);
  const more = faults.length - listed.length;
  return [
    {
      what: `${plural(records.length, 'record')}, all from the first on: each hashes (SHA-256 of its RFC 8785 form) to what it says and carries the hash of the one before, numbers and times go up, and what it refers to stands before it`,
      passed: faults.length === 0,
      findings: more > 0 ? [...listed, `And ${more} more.`] : listed,
    },
    {
      what: `The chain ends where the server says it does, at record ${serverHead.seq}`,
      passed: head.seq === serverHead.seq && head.hash === serverHead.hash,
      findings: head.hash === serverHead.hash ? [] : [`It says ${serverHead.hash}, the records end with ${head.hash}.`],
    },
  ];
}

function shownChecks(chain: Chain, shown: Schemas['PickEvaluation'], known: KnownHeads): Check[] {
  const differing = disagreements(chain, shown);
  const isOnChain = (head: RecordRef) => head.seq === 0 || chain.find(head) !== undefined;
  const headStands = isOnChain(shown.head);
  return [
    {
      what: shown.replay
        ? 'Nothing of the replay is in the ledger'
        : `What this page shows (${plural(shown.picks.length, 'pick')}, with their returns) is what the records say, none left out`,
      passed: differing.length === 0 && headStands,
      findings: [
        ...differing.slice(0, MAX_LISTED),
        ...(headStands ? [] : ['The head that this page was made from is not on the chain.']),
      ],
    },
    ...(known.head === null
      ? []
      : [
          {
            what: `The head that this browser kept on an earlier visit (record ${known.head.seq}) still stands: nothing up to it was changed since`,
            passed: isOnChain(known.head),
            findings: isOnChain(known.head)
              ? []
              : ['Records were rewritten, or this address serves another ledger than it did then.'],
          },
        ]),
    ...(known.noted.trim() === ''
      ? []
      : [
          {
            what: `The head that you noted (${known.noted.trim().slice(0, 12)}…) is on the chain: nothing up to it was changed since`,
            passed: holds(chain, known.noted),
            findings: [],
          },
        ]),
  ];
}

/** Compares the hash of the latest pick's card with the hash in its record. */
async function cardCheck(chain: Chain, shown: Schemas['PickEvaluation'], signal: AbortSignal): Promise<Check[]> {
  const newest = shown.picks[0]?.record;
  const record = newest ? chain.find(newest) : undefined;
  if (shown.replay || record === undefined) return [];
  const { card } = await apiRequest('/daily-pick', { query: { include: 'chart' } }).send(signal);
  if (!('receipts' in card)) return [];
  const { live_track_record: _lives, ...receipts } = card.receipts;
  return [
    {
      what: 'The card of the latest pick, with its chart, hashes to what its record said when it was published',
      passed: (await hashOf({ ...card, receipts })) === record.card_hash,
      findings: [],
    },
  ];
}

/** The head that this browser stored when it last verified the ledger; null when there is none. */
export function keptHead(): RecordRef | null {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(HEAD_KEY) ?? 'null');
    if (typeof known !== 'object' || known === null || !('seq' in known) || !('hash' in known)) return null;
    const { seq, hash } = known;
    return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : null;
  } catch {
    return null;
  }
}

export function keepHead({ seq, hash }: RecordRef): void {
  try {
    localStorage.setItem(HEAD_KEY, JSON.stringify({ seq, hash }));
  } catch {
    // The browser refuses access to its storage: the next visit has nothing to compare with.
  }
}
