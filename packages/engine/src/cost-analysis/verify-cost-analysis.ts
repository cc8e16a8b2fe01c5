// Checks a lower bound of running nodes from the snapshot and the certificate alone, in integers. It
// shares no code with the optimizer.

import { findUnproved } from '../bound/offer-check.js';
import { readCertificate } from '../bound/read-certificate.js';
import { RunningBound } from '../bound/running-bound.js';
import type { BoundVerdict } from '../bound/verify-bound.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { CostAnalysis } from '../model/cost-analysis.js';
import { runningNodes } from './running-nodes.js';

/**
 * Checks that no new node can hold pods whose dual prices exceed its price, and that these dual
 * prices of the running pods sum up to the bound, less what existing nodes may save. The bound is
 * never above the cost of today.
 */
export function verifyCostAnalysis(
  snapshot: ClusterSnapshot,
  { certificate, lowerBoundMicroUsdPerHour }: CostAnalysis,
): BoundVerdict {
  const nodes = runningNodes(snapshot);
  const pods = [...nodes.priced.flatMap((node) => node.pods), ...snapshot.pods];
  const parsed = readCertificate({ pods, namespaces: snapshot.namespaces }, certificate);
  if (typeof parsed === 'string') return { isProved: false, problem: parsed };
  const unproved = findUnproved(snapshot, parsed, 0n);
  if (unproved !== null) return { isProved: false, problem: unproved };

  const { isExhaustive } = certificate;
  const proved = new RunningBound(snapshot, nodes, { ...parsed, isExhaustive }).lowerBound({
    kept: new Set(),
    furtherPods: new Map(),
  });
  return lowerBoundMicroUsdPerHour <= proved
    ? { isProved: true, lowerBoundMicroUsdPerHour }
    : { isProved: false, problem: `the certificate proves ${proved} only` };
}
