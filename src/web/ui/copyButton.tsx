import { useState } from 'preact/hooks';

/** Copies a text, and says whether it could. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState('');
  const copy = () => {
    const refused = () => setSaid('Copying was refused: select the text instead');
    // Browsers have none for pages without https, but on the machine itself.
    if (navigator.clipboard === undefined) refused();
    else navigator.clipboard.writeText(text).then(() => setSaid('Copied'), refused);
  };
  return (
    <span class="row">
      <button type="button" class="button" onClick={copy} onBlur={() => setSaid('')}>
        {label}
      </button>
      <span role="status" class="small soft">
        {said}
      </span>
    </span>
  );
}
