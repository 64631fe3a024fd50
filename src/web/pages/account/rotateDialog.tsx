import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/useAction';
import { SelectField } from '../../ui/controls';
import { Dialog } from '../../ui/dialog';
import { ActionFailure } from './actionFailure';

const OVERLAPS = [
  [0, 'none: it ends at once'],
  [1, '1 hour'],
  [24, '1 day'],
  [168, '7 days'],
  [720, '30 days'],
] as const;

/** Asks how long the old secret keeps working, and creates the new one. */
export function RotateDialog<T>(props: {
  title: string;
  /** Label of the button. */
  action: string;
  /** Hours: maximum of the contract, and default. */
  most: number;
  first: number;
  rotate: (hours: number) => Promise<T>;
  onCreated: (created: T) => void;
  close: () => void;
  children: ComponentChildren;
}) {
  const { title, action, most, first, rotate, onCreated, close, children } = props;
  const [hours, setHours] = useState(first);
  const rotating = useAction(() => rotate(hours), onCreated);
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
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** How long the old secret keeps working. @param most maximum of the contract, hours */
function OverlapField(props: { most: number; hours: number; change: (hours: number) => void }) {
  return (
    <SelectField
      label="Time in which both work"
      value={String(props.hours)}
      change={(hours) => props.change(Number(hours))}
      options={OVERLAPS.filter(([hours]) => hours <= props.most).map(([hours, text]) => [String(hours), text])}
    />
  );
}
