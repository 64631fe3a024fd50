import { asking } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { PickCard } from './pickCard';
import { PickRecord } from './pickRecord';

const PICK = asking('/daily-pick');
const EVALUATION = asking('/daily-pick/evaluation');

/** The pick of the day, and all that became of those before it. */
export default function DailyPickPage() {
  const [pick, pickAgain] = useAnswer(PICK);
  const [evaluation, evaluationAgain] = useAnswer(EVALUATION);
  const noneYet = pick.state === 'failed' && pick.failure.code === 'not_found';
  return (
    <Page
      title="Daily pick"
      lead="One setup a session, chosen by a fixed rule, published before its entry, scored later by a fixed rule, and never taken back."
    >
      {noneYet ? (
        <Notice title="No pick yet">{pick.failure.message}</Notice>
      ) : (
        <Answered answer={pick} again={pickAgain} lines={8}>
          {(answer) => <PickCard answer={answer} />}
        </Answered>
      )}
      <Curl url={PICK.url} />
      <h2>The record</h2>
      <Answered answer={evaluation} again={evaluationAgain} lines={10}>
        {(answer) => (
          <PickRecord evaluation={answer} note={pick.state === 'ready' ? pick.data.track_record.note : null} />
        )}
      </Answered>
      <Curl url={EVALUATION.url} />
    </Page>
  );
}
