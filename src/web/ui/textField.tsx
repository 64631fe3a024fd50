import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly hint?: ComponentChildren;
  /** Why it cannot be asked so; null when it can. */
  readonly fault?: string | null;
  readonly type?: 'text' | 'number' | 'date';
  readonly step?: number | 'any';
  readonly placeholder?: string;
  /** Offered while typing. */
  readonly offered?: readonly string[];
  readonly maxLength?: number;
  readonly labelHidden?: boolean;
}

/** A field to type into that the contract says nothing of, with its label, what is accepted and what is wrong. */
export function TextField(props: TextFieldProps) {
  const { label, value, change, hint, fault = null, offered, labelHidden = false, ...input } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={labelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        value={value}
        list={offered ? `${id}-offered` : undefined}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-about`}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => change(event.currentTarget.value)}
      />
      {offered && (
        <datalist id={`${id}-offered`}>
          {offered.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
      <span id={`${id}-about`} class={fault === null ? 'hint' : 'fault'}>
        {fault ?? hint}
      </span>
    </div>
  );
}
