import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/useAction';
import { Dialog } from '../../ui/dialog';
import { ActionFailure } from './actionFailure';
import { OverlapField } from './overlapField';

/** Asks for how long a secret works on beside its successor, and has the successor made. */
export function RotateDialog<T>(props: {
  title: string;
  /** What the button says. */
  action: string;
  /** Hours: the most that the contract takes, and those chosen at first. */
  most: number;
  first: number;
  rotate: (hours: number) => Promise<T>;
  made: (created: T) => void;
  close: () => void;
  children: ComponentChildren;
}) {
  const { title, action, most, first, rotate, made, close, children } = props;
  const [hours, setHours] = useState(first);
  const rotating = useAction(() => rotate(hours), made);
  return (
    <Dialog title={title} close={close}>
      <p>{children}</p>
      <OverlapField most={most} hours={hours} change={setHours} />
      <ActionFailure action={rotating} />
      <div class="row">
        <button type="button" class="button main" onClick={() => rotating.run()} disabled={rotating.busy}>
          {action}
        </button>
        <button type="button" class="button" onClick={close}>
          Leave it
        </button>
      </div>
    </Dialog>
  );
}
