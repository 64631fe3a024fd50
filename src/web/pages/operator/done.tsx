import { useEffect, useRef } from 'preact/hooks';
import { Notice } from '../../ui/notice';

/** The outcome of an action. It takes the focus, since the button of the action may be gone. */
export function OutcomeNotice({ what, dismiss }: { what: string; dismiss: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), [what]);
  return (
    <div ref={container} tabIndex={-1}>
      <Notice>
        <div class="row">
          <span class="account-name" role="status">
            {what}
          </span>
          <button type="button" class="button" onClick={dismiss}>
            Dismiss
          </button>
        </div>
      </Notice>
    </div>
  );
}
