import { Select } from './controls.js';

export interface ChoiceProps<T extends string> {
  readonly label: string;
  /** The placeholder without a filter. */
  readonly all: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  readonly widthPx?: number;
}

/** A filter with few values. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, all, options, value, onChange, widthPx = 140 } = props;
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={options.map((option) => ({ ...option }))}
      value={value ?? null}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      searchable={options.length > 8}
      w={widthPx}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}
