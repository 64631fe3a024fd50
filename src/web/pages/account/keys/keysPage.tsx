import { useState } from 'preact/hooks';
import { askingConsole } from '../../../api/console';
import { useAnswer } from '../../../api/useAnswer';
import { AccountSection } from '../accountSection';
import { ConsoleAnswer } from '../consoleAnswer';
import { CreateKey } from './createKey';
import type { Asked } from './keyTable';
import { KeyTable } from './keyTable';
import { NewSecret, type Secret } from './newSecret';
import { RevokeKey } from './revokeKey';
import { RotateKey } from './rotateKey';

/** The keys of the account: what programs sign in with. */
export function KeysPage() {
  const [answer, again] = useAnswer(askingConsole('/account/keys'));
  const [secret, setSecret] = useState<Secret | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const made = (next: Secret) => {
    setSecret(next);
    setAsked(null);
    again();
  };
  const revoked = () => {
    setAsked(null);
    again();
  };
  const close = () => setAsked(null);
  return (
    <AccountSection title="Keys" lead="What programs and agents ask with. All keys share the limits of the account.">
      {secret && <NewSecret key={secret.key.key_id} made={secret} dismiss={() => setSecret(null)} />}
      <ConsoleAnswer answer={answer} again={again}>
        {(data) => (
          <>
            <KeyTable keys={data.keys} ask={setAsked} />
            <CreateKey keys={data} made={made} />
          </>
        )}
      </ConsoleAnswer>
      {asked?.act === 'revoke' && <RevokeKey of={asked.key} revoked={revoked} close={close} />}
      {asked?.act === 'rotate' && <RotateKey of={asked.key} made={made} close={close} />}
    </AccountSection>
  );
}
