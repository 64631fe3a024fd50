import { useState } from 'preact/hooks';

/** Copies a text to the clipboard, and shows whether that worked. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [message, setMessage] = useState('');
  const copy = () => {
    const refused = () => setMessage('Copying was refused: select the text instead');
    // The Clipboard API exists on https and on localhost only.
    if (navigator.clipboard === undefined) refused();
    else navigator.clipboard.writeText(text).then(() => setMessage('Copied'), refused);
  };
  return (
    <span class="row">
      <button type="button" class="button" onClick={copy} onBlur={() => setMessage('')}>
        {label}
      </button>
      <span role="status" class="small soft">
        {message}
      </span>
    </span>
  );
}
