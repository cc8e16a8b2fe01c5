import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { DisruptionPlan, EvaluationCursor } from '../model/command.js';
import { evaluate } from './evaluate.js';
import { noEvaluations } from './evaluation-order.js';
import { endOf, isCheaperEnd } from './look-ahead/end-of.js';

/** Larger clusters take too long to compile for each simulated step. */
const maxLookAheadNodes = 100;

/**
 * Evaluates the disruption methods over a snapshot. Returns their commands, and the disruption
 * blockers of every other managed node. Commands that are widened beyond what Karpenter finds use
 * capacity that later replacements may need: where they lead to a more expensive cluster in the end, as
 * far as that can be simulated, Karpenter's own are returned.
 * @param snapshot is not changed; `snapshot.now` is the only clock. The order of its lists does not
 * matter.
 * @param cursor what the last evaluation of the cluster returned
 * @returns a frozen plan; equal input gives equal bytes
 */
export function planDisruption(
  snapshot: ClusterSnapshot,
  cursor: EvaluationCursor = noEvaluations,
): DisruptionPlan {
  const effort = { simulations: 0 };
  const { plan: widened, isWidened } = evaluate(snapshot, {
    cursor,
    effort,
    widens: true,
    regroups: true,
  });
  if (!isWidened || snapshot.nodes.length > maxLookAheadNodes) return widened;
  const widenedEnd = endOf(snapshot, widened, { widens: true });
  const { plan: upstream } = evaluate(snapshot, {
    cursor,
    effort,
    widens: false,
    regroups: false,
  });
  const upstreamEnd = endOf(snapshot, upstream, { widens: false });
  return isCheaperEnd(upstreamEnd, widenedEnd) ? upstream : widened;
}
