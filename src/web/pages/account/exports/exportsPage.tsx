import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { apiRequest } from '../../../api/apiRequest';
import type { Schemas } from '../../../api/client';
import { client, responseBody } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { type ResponseState, useRequest } from '../../../api/useRequest';
import { Notice } from '../../../ui/notice';
import { AccountSection } from '../accountSection';
import { Confirm } from '../confirm';
import { ConsoleResponse } from '../consoleResponse';
import { CreateExport } from './createExport';
import { type ExportJob, isReady, isUnfinished } from './exportJob';
import { ExportTable } from './exportTable';

/** Interval of the refetch while an export is unfinished, milliseconds. Each one counts against the plan. */
const REFETCH_MS = 5_000;

/** Exports of whole markets as files. */
export function ExportsPage() {
  const [response, refetch] = useRequest(apiRequest('/exports'));
  const [pending, setPending] = useState<ExportJob | null>(null);
  const close = () => setPending(null);
  useLookAgain(response, refetch);
  return (
    <AccountSection title="Exports" lead="All patterns of a market over a year as one file, kept for a day.">
      <ConsoleResponse response={response} refetch={refetch}>
        {(have) => (
          <>
            {have.exports.length > 0 && <ExportTable jobs={have.exports} end={setPending} />}
            {have.exports_per_day > 0 ? (
              <CreateExport have={have} onCreated={refetch} />
            ) : (
              <Notice title="Not part of your plan">
                <p>
                  Exports search whole markets, and larger plans include them: <Link href="/account">your plan</Link>.
                  What a scan shows is saved as CSV on <Link href="/">its page</Link>.
                </p>
              </Notice>
            )}
          </>
        )}
      </ConsoleResponse>
      {pending && (
        <EndExport
          job={pending}
          onEnded={() => {
            close();
            refetch();
          }}
          close={close}
        />
      )}
    </AccountSection>
  );
}

/** Refetches while an export is unfinished and the page is visible. */
function useLookAgain(response: ResponseState<Schemas['ExportList']>, refetch: () => void): void {
  const isMoving = response.state === 'ready' && response.data.exports.some(isUnfinished);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refetch(), REFETCH_MS);
    return () => clearInterval(timer);
  }, [isMoving, refetch]);
}

/** Cancels an export, or deletes its file. */
function EndExport({ job, onEnded, close }: { job: ExportJob; onEnded: () => void; close: () => void }) {
  const { export_id } = job;
  const end = useAction(
    () => responseBody(client.DELETE('/exports/{export_id}', { params: { path: { export_id } } })),
    onEnded,
  );
  return (
    <Confirm
      title={isReady(job) ? 'Delete the file?' : 'Call the export off?'}
      verb={isReady(job) ? 'Delete' : 'Call it off'}
      action={end}
      close={close}
    >
      <p>
        Market {job.market}, entries {job.from} to {job.to}. It counts as one of the day all the same.
      </p>
    </Confirm>
  );
}
