import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { type Failure, toFailure } from '../../api/failure';
import { canHash, keepHead, keptHead, type Verification, verifyRecord } from '../../record/verify';
import { CopyButton } from '../../ui/copyButton';
import { plural } from '../../ui/format';
import { FailureNotice, Notice } from '../../ui/notice';
import { TextField } from '../../ui/textField';
import './dailyPick.css';

type State =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly done: number; readonly total: number }
  | { readonly at: 'end'; readonly verified: Verification }
  | { readonly at: 'failed'; readonly failure: Failure };

const HASH = /^[0-9a-f]{64}$/i;

/** Verifies the ledger in this browser, and says what the result proves and what it does not. */
export function VerifyRecord({ evaluation }: { evaluation: Schemas['PickEvaluation'] }) {
  const [state, setState] = useState<State>({ at: 'rest' });
  const [noted, setNoted] = useState('');
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const fault = noted.trim() === '' || HASH.test(noted.trim()) ? null : 'A head is 64 digits of 0 to 9 and a to f.';
  const verify = () => {
    setState({ at: 'work', done: 0, total: evaluation.head.seq });
    const { signal } = leaving.current;
    const progress = (done: number, total: number) => setState({ at: 'work', done, total });
    verifyRecord(evaluation, { head: keptHead(), noted }, signal, progress).then(
      (verified) => {
        if (verified.checks.every(({ passed }) => passed)) keepHead(verified.head);
        setState({ at: 'end', verified });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setState({ at: 'failed', failure: toFailure(error) });
      },
    );
  };
  return (
    <section class="stack" aria-labelledby="verify">
      <h2 id="verify">Verify it yourself</h2>
      <p>
        Every record carries the hash of the one before. This reads {plural(evaluation.head.seq, 'record')} and
        recomputes the chain here, in your browser.
        {evaluation.replay && ' Nothing of the replay above is among them.'}
      </p>
      {canHash ? (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (fault === null) verify();
          }}
        >
          <TextField
            label="A head that you noted earlier (optional)"
            value={noted}
            change={setNoted}
            maxLength={70}
            placeholder="64 hexadecimal digits"
            fault={fault}
          />
          <button type="submit" class="button main" disabled={state.at === 'work'}>
            Verify
          </button>
        </form>
      ) : (
        <Notice kind="warn" title="This browser cannot compute hashes here">
          Browsers compute SHA-256 on https and on localhost only. Open the page there, or use{' '}
          <code>npm run ledger -- verify {location.origin}</code>.
        </Notice>
      )}
      <div aria-live="polite" class="stack">
        {state.at === 'work' && (
          <p>
            {state.done} of {state.total} records read …
          </p>
        )}
        {state.at === 'failed' && <FailureNotice failure={state.failure} />}
        {state.at === 'end' && <Outcome verified={state.verified} />}
      </div>
    </section>
  );
}

function Outcome({ verified: { checks, head } }: { verified: Verification }) {
  const failed = checks.filter(({ passed }) => !passed).length;
  return (
    <>
      <Notice
        kind={failed === 0 ? 'plain' : 'fault'}
        title={
          failed === 0
            ? `All ${checks.length} checks passed`
            : `${failed} of ${checks.length} checks failed: the record is not what it was`
        }
      >
        <ul class="checks">
          {checks.map(({ what, passed, findings }) => (
            <li key={what}>
              <strong>{passed ? 'Passed' : 'Failed'}:</strong> {what}.
              {findings.length > 0 && (
                <ul>
                  {findings.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </Notice>
      <Notice title="What this does not prove">
        <ul>
          <li>
            That the times are true: who holds the whole chain can write all of it anew, with other times. Only a head
            that was kept elsewhere shows that. Records of <code>clock: set</code> prove no time at all.
          </li>
          <li>
            That the returns are right: a record says what was computed from the prices then, not that those were
            correct.
          </li>
          <li>That picks will go on as they did: few picks prove little.</li>
        </ul>
      </Notice>
      <p>
        Head: record {head.seq}, <code class="breaking">{head.hash}</code>. Note it, or give it to somebody: with it,
        anybody can tell later that nothing before it was changed.
      </p>
      <CopyButton text={head.hash} label="Copy the head" />
    </>
  );
}
