import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { boundsText, type InputSchema, inputFault } from './inputSchema';
import { TextField } from './textField';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly disabled?: boolean;
}

/** A number within the bounds of the contract; an empty field leaves the parameter out. */
export function NumberField({ schema, change, ...field }: FieldProps & { schema: InputSchema; placeholder?: string }) {
  return (
    <TextField
      {...field}
      aside={boundsText(schema).replace(' of ', '')}
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      title={schema.description}
      fault={inputFault(schema, field.value)}
      change={(text) => change(text.trim())}
    />
  );
}

/** A drop-down list. */
export function SelectField(
  props: FieldProps & {
    options: readonly (readonly [string, string])[];
    title?: string;
    labelHidden?: boolean;
  },
) {
  const { label, value, change, hint, disabled, options, title, labelHidden = false } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        title={title}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
    </div>
  );
}

/** Radio buttons for two or three options. */
export function ChoiceField(props: FieldProps & { options: readonly (readonly [string, string])[] }) {
  const { label, value, change, disabled, options } = props;
  const name = useId();
  return (
    <fieldset class="field" disabled={disabled}>
      <legend>{label}</legend>
      <div class="choices">
        {options.map(([key, text]) => (
          <label key={key}>
            <input
              type="radio"
              class="visually-hidden"
              name={name}
              checked={value === key}
              onChange={() => change(key)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
