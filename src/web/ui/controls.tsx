import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { boundsText, faultOf, type InputSchema } from './inputSchema';

interface FieldProps {
  readonly label: string;
  readonly schema: InputSchema;
  readonly value: string;
  readonly change: (value: string) => void;
  /** In the place of the bounds. */
  readonly hint?: ComponentChildren;
  readonly disabled?: boolean;
}

/** A number within the bounds of the contract; empty leaves the parameter out. */
export function NumberField({
  label,
  schema,
  value,
  change,
  hint,
  disabled,
  placeholder,
}: FieldProps & { placeholder?: string }) {
  const id = useId();
  const fault = faultOf(schema, value);
  const bounds = boundsText(schema).replace(' of ', '');
  return (
    <div class="field">
      <label for={id}>
        {label} <span class="hint">{hint ?? bounds}</span>
      </label>
      <input
        id={id}
        type="text"
        inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
        value={value}
        placeholder={placeholder}
        disabled={disabled}
        title={schema.description}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onInput={(event) => change(event.currentTarget.value.trim())}
      />
      {fault && (
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </div>
  );
}

/** One of a few, from a list. */
export function SelectField(
  props: Omit<FieldProps, 'schema'> & {
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

/** One of two or three, all in sight. */
export function ChoiceField(props: Omit<FieldProps, 'schema'> & { options: readonly (readonly [string, string])[] }) {
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

/** A day YYYY-MM-DD. */
export function DateField({ label, value, change }: Omit<FieldProps, 'schema'>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="date" value={value} onChange={(event) => change(event.currentTarget.value)} />
    </div>
  );
}
