import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../../../api/client';
import { asking } from '../../../api/question';
import { type Answer, useAnswer } from '../../../api/useAnswer';
import { Notice } from '../../../ui/notice';
import { AccountSection } from '../accountSection';
import { ConsoleAnswer } from '../consoleAnswer';
import { CreateExport } from './createExport';
import { EndExport } from './endExport';
import { type ExportJob, isUnderWay } from './exportJob';
import { ExportTable } from './exportTable';

/** Between looks at what is under way, milliseconds: each look is a request of the plan. */
const LOOK_AGAIN = 5_000;

/** Whole markets as files. */
export function ExportsPage() {
  const [answer, again] = useAnswer(asking('/exports'));
  const [asked, setAsked] = useState<ExportJob | null>(null);
  const close = () => setAsked(null);
  useLookAgain(answer, again);
  return (
    <AccountSection title="Exports" lead="All patterns of a market over a year as one file, kept for a day.">
      <ConsoleAnswer answer={answer} again={again}>
        {(have) => (
          <>
            {have.exports.length > 0 && <ExportTable jobs={have.exports} end={setAsked} />}
            {have.exports_per_day > 0 ? (
              <CreateExport have={have} made={again} />
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
      </ConsoleAnswer>
      {asked && (
        <EndExport
          of={asked}
          ended={() => {
            close();
            again();
          }}
          close={close}
        />
      )}
    </AccountSection>
  );
}

/** Looks again while something is under way, and the page is looked at. */
function useLookAgain(answer: Answer<Schemas['ExportList']>, again: () => void): void {
  const isMoving = answer.state === 'ready' && answer.data.exports.some(isUnderWay);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [isMoving, again]);
}
