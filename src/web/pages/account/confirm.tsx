import type { ComponentChildren } from 'preact';
import type { Action } from '../../api/useAction';
import { Dialog } from '../../ui/dialog';
import { ActionFailure } from './actionFailure';

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm(props: {
  title: string;
  /** Label of the button. */
  verb: string;
  action: Action<readonly []>;
  close: () => void;
  children: ComponentChildren;
}) {
  const { title, verb, action, close, children } = props;
  return (
    <Dialog title={title} close={close}>
      {children}
      <ActionFailure action={action} />
      <div class="row">
        <button type="button" class="button danger" onClick={() => action.run()} disabled={action.busy}>
          {verb}
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
