import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { asking } from '../../../api/question';
import { useAnswer } from '../../../api/useAnswer';
import { AccountSection } from '../accountSection';
import { ConsoleAnswer } from '../consoleAnswer';
import { DeleteScan } from './deleteScan';
import { RenameScan } from './renameScan';
import { type Asked, SavedScanTable } from './savedScanTable';

/** The saved scans of the account, with what became of them. */
export function SavedScansPage() {
  const [answer, again] = useAnswer(asking('/saved-scans'));
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const done = () => {
    close();
    again();
  };
  return (
    <AccountSection
      title="Saved scans"
      lead="Each runs by itself, once over each new state of the prices, and tells what is new, gone and entered next."
    >
      <ConsoleAnswer answer={answer} again={again}>
        {({ saved_scans, most }) => (
          <>
            {saved_scans.length === 0 ? (
              <p>
                There is none yet: <Link href="/">scan</Link>, and save what you see under “Saved scans” there.
              </p>
            ) : (
              <SavedScanTable scans={saved_scans} ask={setAsked} />
            )}
            <p class="small soft">
              {saved_scans.length} of {most} that your plan keeps.{' '}
              <Link href="/account/webhooks">Webhooks tell other programs</Link> of what they find.
            </p>
          </>
        )}
      </ConsoleAnswer>
      {asked?.act === 'rename' && <RenameScan of={asked.scan} renamed={done} close={close} />}
      {asked?.act === 'delete' && <DeleteScan of={asked.scan} deleted={done} close={close} />}
    </AccountSection>
  );
}
