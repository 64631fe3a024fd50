import { sessionKey } from '../../src/core/record/ledger';
import { openStorage } from '../../src/storage/open';
import { say } from './say';

/** Begins to append the record of a session: DATABASE SESSION. Says `drafting` and stands still in its turn, so that it can be killed there. */
const [url, session] = process.argv.slice(2);

void openStorage(url).then(({ records }) =>
  records.append(sessionKey(session), () => {
    say('drafting');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return null;
  }),
);
