import type { Period } from '../../lib/api/period.js';
import { FilterSelect } from './filter-select.js';

const options = [
  { value: '1d', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
] as const satisfies readonly { readonly value: Period; readonly label: string }[];

export interface PeriodFilterProps {
  readonly value: Period | undefined;
  /** Whether the list has rows of any time without a period; the API sorts those of a week otherwise. */
  readonly isAnyTime: boolean;
  readonly onChange: (value: Period | undefined) => void;
}

/** The period of a list of records. */
export const PeriodFilter = ({ value, isAnyTime, onChange }: PeriodFilterProps) => (
  <FilterSelect
    label="Period"
    allLabel={isAnyTime ? 'Any time' : 'Last 7 days'}
    options={options}
    value={value}
    onChange={onChange}
  />
);
