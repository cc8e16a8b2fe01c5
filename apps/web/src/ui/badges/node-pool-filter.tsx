import { Badge } from './badge.js';

export interface NodePoolFilterProps {
  /** The NodePool of the filter; absent without a filter. */
  readonly name: string | undefined;
  readonly onClear: () => void;
}

/** The NodePool filter of a list, with a button to clear it. */
export function NodePoolFilter({ name, onClear }: NodePoolFilterProps) {
  if (name === undefined) return null;
  return (
    <Badge tone="active">
      NodePool {name}{' '}
      <button type="button" aria-label="Clear NodePool filter" onClick={onClear}>
        ×
      </button>
    </Badge>
  );
}
