import { useLayoutEffect, useState } from 'preact/hooks';
import { TextField } from '../../ui/textField';

/** Maximum length of an e-mail address in the contract. */
const MAX_LENGTH = 254;

/** Search for accounts by a part of their e-mail address. */
export function AccountSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search);
  // In a layout effect: a later one would overwrite what was typed meanwhile.
  useLayoutEffect(() => setText(search), [search]);
  return (
    <search>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <TextField label="E-mail address, or a part of it" value={text} change={setText} maxLength={MAX_LENGTH} />
        <button type="submit" class="button main">
          Search
        </button>
        {search !== '' && (
          <button type="button" class="button" onClick={() => onSearch('')}>
            All accounts
          </button>
        )}
      </form>
    </search>
  );
}
