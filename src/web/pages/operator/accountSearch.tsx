import { useLayoutEffect, useState } from 'preact/hooks';
import { TextField } from '../../ui/textField';

/** Longest address of an account, as the contract has it. */
const LONGEST = 254;

/** Looks for accounts by a part of their address. */
export function AccountSearch({ search, look }: { search: string; look: (text: string) => void }) {
  const [text, setText] = useState(search);
  // Before anybody types: what is typed in the meantime would be lost.
  useLayoutEffect(() => setText(search), [search]);
  return (
    <search>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          look(text.trim());
        }}
      >
        <TextField label="E-mail address, or a part of it" value={text} change={setText} maxLength={LONGEST} />
        <button type="submit" class="button main">
          Look
        </button>
        {search !== '' && (
          <button type="button" class="button" onClick={() => look('')}>
            All accounts
          </button>
        )}
      </form>
    </search>
  );
}
