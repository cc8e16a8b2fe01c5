import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/browser/keyboard.js';
import { TextInput } from './controls.js';
import { Icon } from './icon.js';

export interface SearchInputProps {
  readonly label: string;
  /** From the URL. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly widthPx?: number;
  /** The input that `/` focuses. */
  readonly isMain?: boolean;
}

const debounceMs = 200;

/** A text filter; the URL is updated when typing pauses. */
export function SearchInput(props: SearchInputProps) {
  const { label, value = '', onChange, widthPx = 220, isMain = true } = props;
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // The URL was changed elsewhere, e.g. by the back button.
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(isMain ? { '/': () => input.current?.focus() } : {});
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => latest.current(text === '' ? undefined : text), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={isMain ? `${label} (/)` : label}
      leftSection={<Icon name="search" size={12} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      w={widthPx}
    />
  );
}
