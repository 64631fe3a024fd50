import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  /** A few letters beside the label: the bounds of a number. */
  readonly aside?: string;
  readonly hint?: ComponentChildren;
  /** Why it cannot be asked so; null when it can. */
  readonly fault?: string | null;
  readonly type?: 'text' | 'number' | 'date';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly step?: number | 'any';
  readonly placeholder?: string;
  readonly title?: string;
  /** Offered while typing. */
  readonly offered?: readonly string[];
  readonly maxLength?: number;
  readonly labelHidden?: boolean;
  readonly disabled?: boolean;
}

/** A field to type into, with its label, what is accepted and what is wrong. */
export function TextField(props: TextFieldProps) {
  const { label, value, change, aside, hint, fault = null, offered, labelHidden = false, ...input } = props;
  const id = useId();
  const about = fault ?? hint;
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
        list={offered ? `${id}-offered` : undefined}
        aria-invalid={fault !== null}
        aria-describedby={about ? `${id}-about` : undefined}
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
      {about && (
        <span id={`${id}-about`} class={fault === null ? 'hint' : 'fault'}>
          {about}
        </span>
      )}
    </div>
  );
}
