import { useState } from 'react';
import { TextInput } from '../../ui/controls/controls.js';

export interface LabelKeyInputProps {
  /** Key of a label, from the URL. */
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** As Kubernetes: a name of 63 characters, after a DNS prefix and a slash. */
const labelKey = /^(?:[a-z0-9.-]{1,253}\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/;

/** The label of pods that costs are grouped by; it applies with Enter, or when the input is left. */
export function LabelKeyInput({ value, onChange }: LabelKeyInputProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The URL was changed elsewhere, e.g. by the back button.
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  const isValid = labelKey.test(text);
  const apply = () => {
    if (isValid && text !== value) onChange(text);
  };
  return (
    <TextInput
      aria-label="Label"
      placeholder="Label, e.g. team"
      value={text}
      onChange={(event) => setText(event.currentTarget.value.trim())}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
      }}
      error={isValid ? undefined : 'Enter the key of a label, e.g. app.kubernetes.io/name'}
      w={260}
    />
  );
}
