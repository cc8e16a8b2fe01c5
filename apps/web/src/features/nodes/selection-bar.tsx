import { countOf } from '@kerf/core';
import { Button } from '../../ui/controls/controls.js';
import { Row } from '../../ui/layout/layout.js';
import { SimulateRemoval } from './simulation/simulate-removal.js';

export interface SelectionBarProps {
  readonly clusterId: string;
  /** At least one. */
  readonly nodeNames: readonly string[];
  readonly onClear: () => void;
  /** @param id of the requested simulation */
  readonly onSimulated: (id: string) => void;
}

/** Actions for the selected nodes. */
export const SelectionBar = ({ clusterId, nodeNames, onClear, onSimulated }: SelectionBarProps) => (
  <Row>
    <span className="num" aria-live="polite">
      {countOf(nodeNames.length, 'node')} selected
    </span>
    <SimulateRemoval clusterId={clusterId} nodeNames={nodeNames} onRequested={onSimulated}>
      Simulate removal
    </SimulateRemoval>
    <Button variant="subtle" onClick={onClear}>
      Clear selection
    </Button>
  </Row>
);
