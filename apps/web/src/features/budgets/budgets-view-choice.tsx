import { SegmentedControl } from '../../ui/controls/controls.js';
import type { BudgetsSearch } from './budgets.search.js';

export interface BudgetsViewChoiceProps {
  readonly value: 'now' | 'week';
  readonly onChange: (view: BudgetsSearch['view']) => void;
}

/** Chooses between the budgets of now and of a week. */
export const BudgetsViewChoice = ({ value, onChange }: BudgetsViewChoiceProps) => (
  <SegmentedControl
    aria-label="View"
    data={[
      { value: 'now', label: 'Now' },
      { value: 'week', label: 'Week' },
    ]}
    value={value}
    onChange={(view) => onChange(view === 'week' ? view : undefined)}
  />
);
