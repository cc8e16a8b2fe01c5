import type { Manifest } from './manifests.js';

/** A constellation that users of Karpenter have reported. */
export interface FieldCase {
  /** Issues of `kubernetes-sigs/karpenter`, or of the repository that is named. */
  readonly reported: readonly string[];
  /** The fixture; three instance types in the zones `a`, `b` and `c` unless it has its own. */
  readonly given: Manifest;
  /** True if the schedules of its budgets cannot be read, which a fixture cannot express. */
  readonly hasUnreadableBudget?: boolean;
  /**
   * Where pods go: `node: pods`, `new NodePool type zone: pods` or `none: pods`. For running nodes:
   * the commands, and the price at the end.
   */
  readonly expected: readonly string[];
}
