import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { Inline } from '../../ui/prose';

type Definition = Schemas['MethodDefinition'];

const COLUMNS: readonly Column<Definition>[] = [
  { key: 'name', header: 'Field', value: ({ name }) => name, cell: ({ name }) => <code>{name}</code> },
  { key: 'unit', header: 'Unit', value: ({ unit }) => unit },
  {
    key: 'definition',
    header: 'What it is',
    value: ({ definition }) => definition,
    cell: ({ definition, formula, null_when }) => (
      <>
        <Inline text={definition} />
        {formula && (
          <>
            {' '}
            <code>{formula}</code>
          </>
        )}
        {null_when && <span class="small soft"> Null: {null_when}.</span>}
      </>
    ),
  },
];

/** All fields of all responses, searchable by name and definition. */
export function Definitions({ definitions }: { definitions: readonly Definition[] }) {
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/);
  const found = definitions.filter(({ name, definition }) => {
    const all = `${name} ${definition}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <div class="stack">
      <label class="field find">
        <span class="label">Find a field</span>
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <DataTable
        caption={`${found.length} of ${definitions.length} fields`}
        columns={COLUMNS}
        rows={found}
        rowKey={({ name, definition }) => name + definition}
        heading="name"
      />
    </div>
  );
}
