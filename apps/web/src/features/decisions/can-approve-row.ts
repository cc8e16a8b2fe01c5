import type { DecisionRow } from './decision-columns.js';

/** Whether the list offers to approve this decision. */
export const canApproveRow = ({ state, observeOnly }: DecisionRow): boolean =>
  state === 'AWAITING_APPROVAL' && !observeOnly;
