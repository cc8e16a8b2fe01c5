import { Select } from './controls.js';

export interface FilterSelectProps<T extends string> {
  readonly label: string;
  /** Shown when no filter is set, e.g. "All kinds". */
  readonly allLabel: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  readonly widthPx?: number;
}

/** A filter with a list of values. */
export function FilterSelect<T extends string>(props: FilterSelectProps<T>) {
  const { label, allLabel, options, value, onChange, widthPx = 140 } = props;
  return (
    <Select
      aria-label={label}
      placeholder={allLabel}
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
