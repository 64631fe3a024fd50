import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { keepHead, keptHead } from '../../record/keptHead';
import { canHash, type Verified, verifyRecord } from '../../record/verify';
import { CopyButton } from '../../ui/copyButton';
import { counted } from '../../ui/counted';
import { FailureNotice, Notice } from '../../ui/notice';
import { TextField } from '../../ui/textField';
import './dailyPick.css';

type State =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly done: number; readonly of: number }
  | { readonly at: 'end'; readonly verified: Verified }
  | { readonly at: 'failed'; readonly failure: Failure };

const HASH = /^[0-9a-f]{64}$/i;

/** Recomputes the chain of records in this browser, and says what that shows and what it does not. */
export function VerifyRecord({ evaluation }: { evaluation: Schemas['PickEvaluation'] }) {
  const [state, setState] = useState<State>({ at: 'rest' });
  const [noted, setNoted] = useState('');
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const fault = noted.trim() === '' || HASH.test(noted.trim()) ? null : 'A head is 64 digits of 0 to 9 and a to f.';
  const verify = () => {
    setState({ at: 'work', done: 0, of: evaluation.head.seq });
    const { signal } = leaving.current;
    const progress = (done: number, of: number) => setState({ at: 'work', done, of });
    verifyRecord(evaluation, { head: keptHead(), noted }, signal, progress).then(
      (verified) => {
        if (verified.checks.every(({ passed }) => passed)) keepHead(verified.head);
        setState({ at: 'end', verified });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const failure = error instanceof Failure ? error : new Failure(0, 'unknown', String(error));
        setState({ at: 'failed', failure });
      },
    );
  };
  return (
    <section class="stack" aria-labelledby="verify">
      <h2 id="verify">Verify it yourself</h2>
      <p>
        Every record carries the hash of the one before. This reads {counted(evaluation.head.seq, 'record')} and
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
        <Notice kind="warn" title="This browser does not hash here">
          Browsers compute SHA-256 on https and on localhost only. Open the page there, or use{' '}
          <code>npm run ledger -- verify {location.origin}</code>.
        </Notice>
      )}
      <div aria-live="polite" class="stack">
        {state.at === 'work' && (
          <p>
            {state.done} of {state.of} records read …
          </p>
        )}
        {state.at === 'failed' && <FailureNotice failure={state.failure} />}
        {state.at === 'end' && <Outcome verified={state.verified} />}
      </div>
    </section>
  );
}

function Outcome({ verified: { checks, head } }: { verified: Verified }) {
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
          {checks.map(({ what, passed, found }) => (
            <li key={what}>
              <strong>{passed ? 'Passed' : 'Failed'}:</strong> {what}.
              {found.length > 0 && (
                <ul>
                  {found.map((line) => (
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
          <li>That picks will go on as they did: most of what is seen so far is luck.</li>
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
