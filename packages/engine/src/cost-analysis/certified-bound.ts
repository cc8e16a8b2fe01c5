import { invariant } from '@kerf/core';
import { type ReadCertificate, readCertificate } from '../bound/read-certificate.js';
import { RunningBound } from '../bound/running-bound.js';
import { isBufferPod } from '../buffers/buffer-pods.js';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { BoundCertificate } from '../model/plan-cost.js';
import type { Pod } from '../model/pod.js';
import { findBound, strongestBound } from '../optimize/cost/relaxation-bound.js';
import { writeCertificate } from '../optimize/cost/write-certificate.js';
import { nodesOfPendingPods } from '../plan/pending-pods.js';
import { firstFit } from '../scheduling/first-fit/first-fit.js';
import { compileProblem } from '../scheduling/problem/problem.js';
import { runningNodes } from './running-nodes.js';

/** The lower bounds of a cluster's running nodes, and what they are proved with. */
export interface CertifiedBound {
  readonly nodes: ReturnType<typeof runningNodes>;
  /** The virtual pods of CapacityBuffers that existing nodes have capacity for. */
  readonly held: readonly Pod[];
  /** The pods that the certificate may name: those of the nodes, and the virtual ones. */
  readonly pods: readonly Pod[];
  readonly certificate: BoundCertificate;
  readonly podGroups: ReadCertificate['podGroups'];
  readonly parsed: ReadCertificate;
  readonly bound: RunningBound;
}

/** Returns lower bounds of the cost of any nodes for the running pods. */
export function certifiedBound(snapshot: ClusterSnapshot): CertifiedBound {
  const nodes = runningNodes(snapshot);
  const held = heldPods(snapshot);
  const pods = [...nodes.priced.flatMap((node) => node.pods), ...held];
  const certificate = certificateOf(snapshot, pods);
  const parsed = readCertificate({ pods, namespaces: snapshot.namespaces }, certificate);
  invariant(typeof parsed !== 'string', 'the optimizer writes valid certificates');
  const { isExhaustive } = certificate;
  const bound = new RunningBound(snapshot, nodes, { ...parsed, isExhaustive });
  return { nodes, held, pods, certificate, podGroups: parsed.podGroups, parsed, bound };
}

/**
 * Returns dual prices of the pods if all of them ran on new nodes. They wait for no reservation: the
 * running nodes may use it up.
 */
function certificateOf(snapshot: ClusterSnapshot, pods: readonly Pod[]): BoundCertificate {
  const problem = compileProblem({ ...snapshot, nodes: [], pods });
  const bound = findBound(problem, firstFit(problem, 'Fallback'), 0);
  return writeCertificate(problem, strongestBound(bound, null)).certificate;
}

function heldPods(snapshot: ClusterSnapshot): readonly Pod[] {
  const virtual = snapshot.pods.filter(isBufferPod);
  if (virtual.length === 0) return [];
  const placed = nodesOfPendingPods(snapshot);
  return virtual.filter(({ uid }) => placed.has(uid));
}
