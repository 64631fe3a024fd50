import { Notice } from '../../../ui/notice';

/** Whatever keeps the provider from being asked: its operator, or this server's, can mend it, and the log says what it is. */
export function ProviderAway() {
  return (
    <Notice kind="fault" title="The sign-in service does not answer">
      <p>
        Nothing is wrong with your account, and this server works. Try again in a minute; if it stays like this, tell
        who runs this server, or sign in with a link.
      </p>
    </Notice>
  );
}
