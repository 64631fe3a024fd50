import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A new secret. It is shown here only, and lost when the page is left. */
export function ShownOnce(props: {
  title: string;
  secret: string;
  dismiss: () => void;
  /** What the secret is for, and until when a former one works. */
  about: ComponentChildren;
  /** Copy buttons. */
  children: ComponentChildren;
}) {
  const { title, secret, dismiss, about, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, []);
  return (
    <section class="notice warn" aria-labelledby="new-secret">
      <h2 id="new-secret" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{about}</p>
      <pre class="secret" data-testid="secret">
        {secret}
      </pre>
      <div class="row">
        {children}
        <button type="button" class="button" onClick={dismiss}>
          I have it
        </button>
      </div>
    </section>
  );
}

/** `2024-06-28 16:00 UTC` */
export function untilText(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
