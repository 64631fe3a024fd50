import type { ComponentChildren } from 'preact';
import type { Action } from '../../api/useAction';
import { Dialog } from '../../ui/dialog';
import { ActionFailure } from './actionFailure';

/** Asks whether to do what cannot be undone. */
export function Confirm(props: {
  title: string;
  /** What the button does. */
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
          Leave it
        </button>
      </div>
    </Dialog>
  );
}
