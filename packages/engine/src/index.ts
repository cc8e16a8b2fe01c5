export * from './approval/approval-policy.js';
export { type BoundVerdict, verifyBound } from './bound/verify-bound.js';
export {
  type ProofVerdict,
  type ProvedCommand,
  verifySavingProof,
} from './bound/verify-saving-proof.js';
export {
  bufferOf,
  bufferPods,
  bufferPodUid,
  bufferSize,
  bufferUnits,
  isBufferPod,
  maxBufferUnits,
} from './buffers/buffer-pods.js';
export { analyzeCost } from './cost-analysis/analyze-cost.js';
export { verifyCommandBound, withCommandBounds } from './cost-analysis/command-bound.js';
export { verifyCostAnalysis } from './cost-analysis/verify-cost-analysis.js';
export { allocateDevices } from './devices/allocate-devices.js';
export { DeviceSet, type DeviceUse, plannedDevices } from './devices/device-set.js';
export { balancedScores } from './disruption/balanced-score.js';
export { displacedPods } from './disruption/displaced-pods.js';
export {
  allowsNone,
  type BudgetedPool,
  type BudgetLimit,
  budgetLimit,
} from './disruption/disruption-budget.js';
export { noEvaluations } from './disruption/evaluation-order.js';
export { afterCommand } from './disruption/look-ahead/after-command.js';
export { consolidatableAt } from './disruption/methods/consolidatable.js';
export { planDisruption } from './disruption/plan-disruption.js';
export { reschedulingCost } from './disruption/rescheduling-cost.js';
export { disruptionCostOf, savingsRatioOf } from './disruption/savings-ratio.js';
export { simulateDisruption } from './disruption/simulate-disruption.js';
export { inOrderOfSurplus, type SurplusNode } from './disruption/surplus-order.js';
export { replanCommand, validateCommand } from './disruption/validate-command.js';
export { podBlocks } from './drainability/pod-blocks.js';
export {
  hasInvalidProtection,
  isEvictable,
  isReschedulable,
  protectionOf,
} from './drainability/pod-state.js';
export { engineVersion } from './engine-version.js';
export * from './model/capacity-buffer.js';
export * from './model/catalog-gaps.js';
export * from './model/cluster-snapshot.js';
export * from './model/command.js';
export * from './model/cost-analysis.js';
export * from './model/daemon-set.js';
export * from './model/device.js';
export * from './model/instance-type.js';
export * from './model/labels.js';
export * from './model/min-saving.js';
export * from './model/node.js';
export * from './model/node-overlay.js';
export * from './model/node-pool.js';
export * from './model/offering.js';
export * from './model/pause.js';
export * from './model/plan-cost.js';
export * from './model/pod.js';
export * from './model/pod-disruption-budget.js';
export * from './model/reason.js';
export * from './model/requirement-spec.js';
export * from './model/resource-list.js';
export * from './model/saving-proof.js';
export * from './model/scheduling-reason.js';
export * from './model/scheduling-result.js';
export * from './model/simulated-disruption.js';
export * from './model/spend-limit.js';
export * from './model/taint.js';
export { type SolveOptions, solve } from './optimize/solve.js';
export {
  applyNodeOverlays,
  type OverlaidCatalog,
  type OverlayConflict,
  type OverlayReach,
} from './overlays/apply-node-overlays.js';
export {
  type LastExclusion,
  lastExclusion,
  type OfferingTerms,
  type RemainingOfferings,
  type RemainingType,
  remainingOfferings,
} from './plan/remaining-offerings.js';
export {
  type PlannedStandaloneNode,
  planStandaloneNode,
  type StandaloneNode,
  type StandaloneNodePlan,
} from './plan/standalone-node.js';
export { planStaticNodes, type StaticNodesPlan } from './plan/static-nodes.js';
export { selectorMatches } from './requirements/label-selector.js';
export { isEphemeralTaint, tolerates } from './requirements/taints.js';
export { unmetRequirements } from './requirements/unmet-requirements.js';
