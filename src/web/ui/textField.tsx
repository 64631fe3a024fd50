import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** A short text beside the label: the bounds of a number. */
  readonly aside?: string;
  readonly hint?: ComponentChildren;
  /** Why the value is invalid; null when it is valid. */
  readonly fault?: string | null;
  readonly type?: 'text' | 'number' | 'date';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly step?: number | 'any';
  readonly placeholder?: string;
  readonly title?: string;
  readonly maxLength?: number;
  readonly labelHidden?: boolean;
  readonly disabled?: boolean;
}

/** A text input with its label, hint and error. */
export function TextField(props: TextFieldProps) {
  const { label, value, change, aside, hint, fault = null, labelHidden = false, ...input } = props;
  const id = useId();
  const description = fault ?? hint;
  return (
    <div class="field">
      <label for={id} class={labelHidden ? 'visually-hidden' : undefined}>
        {label}
        {aside && <span class="hint"> {aside}</span>}
      </label>
      <input
        {...input}
        id={id}
        value={value}
        aria-invalid={fault !== null}
        aria-describedby={description ? `${id}-about` : undefined}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => change(event.currentTarget.value)}
      />
      {description && (
        <span id={`${id}-about`} class={fault === null ? 'hint' : 'fault'}>
          {description}
        </span>
      )}
    </div>
  );
}
