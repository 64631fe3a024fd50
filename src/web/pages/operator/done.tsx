import { useEffect, useRef } from 'preact/hooks';
import { Notice } from '../../ui/notice';

/** What was done. It has the focus: the button that led to it may be gone. */
export function Done({ what, dismiss }: { what: string; dismiss: () => void }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.focus(), [what]);
  return (
    <div ref={here} tabIndex={-1}>
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
