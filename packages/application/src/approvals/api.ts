export {
  type ApprovalOfPlan,
  approvalOfPlan,
  matchTime,
  planOfCommand,
} from './approval-of-plan.js';
export { changeSinceSeen, withCurrentPlan } from './describe-again.js';
export { insertPolicy } from './insert-policy.js';
export { policyInForce, useOfStanding } from './policy-in-force.js';
export { readPolicy, type StoredPolicy } from './read-policy.js';
export { approvalsNow, whyBreakGlassInvalid } from './valid-approvals.js';
export { withdrawInvalid } from './withdraw-invalid.js';
