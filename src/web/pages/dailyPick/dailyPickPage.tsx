import { apiRequest } from '../../api/apiRequest';
import { useRequest } from '../../api/useRequest';
import { Curl } from '../../ui/curl';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
import { PickCard } from './pickCard';
import { PickRecord } from './pickRecord';

const PICK = apiRequest('/daily-pick');
const EVALUATION = apiRequest('/daily-pick/evaluation');

/** The latest pick and the record of the earlier ones. */
export default function DailyPickPage() {
  const [pick, refetchPick] = useRequest(PICK);
  const [evaluation, refetchEvaluation] = useRequest(EVALUATION);
  const noneYet = pick.state === 'failed' && pick.failure.code === 'not_found';
  return (
    <Page
      title="Daily pick"
      lead="One setup a session, chosen by a fixed rule, published before its entry, scored later by a fixed rule, and never taken back."
    >
      {noneYet ? (
        <Notice title="No pick yet">{pick.failure.message}</Notice>
      ) : (
        <ResponseView response={pick} refetch={refetchPick} lines={8}>
          {(response) => <PickCard response={response} />}
        </ResponseView>
      )}
      <Curl url={PICK.url} />
      <h2>The record</h2>
      <ResponseView response={evaluation} refetch={refetchEvaluation} lines={10}>
        {(response) => (
          <PickRecord evaluation={response} note={pick.state === 'ready' ? pick.data.track_record.note : null} />
        )}
      </ResponseView>
      <Curl url={EVALUATION.url} />
    </Page>
  );
}
