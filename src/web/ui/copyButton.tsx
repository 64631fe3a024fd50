import { useState } from 'preact/hooks';

/** Copies a text, and says whether it could. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Copying was refused: select the text instead'),
    );
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
