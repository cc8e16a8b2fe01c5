import type { Instant } from '@kerf/core';
import type { ClusterHold } from '../cluster/cluster.js';
import type { RunningKarpenter } from './running-karpenter.js';

const why = 'two controllers would launch nodes for the same pods and disrupt each other’s nodes';

/** Returns the hold of a cluster in which a Karpenter runs. */
export function holdByKarpenter(
  { object, evidence }: RunningKarpenter,
  since: Instant,
): ClusterHold {
  return {
    code: 'KARPENTER_RUNNING',
    object,
    message: `Karpenter runs in this cluster: ${evidence}. Kerf does not act, because ${why}. Scale Karpenter to 0 replicas or uninstall it. Kerf then resumes automatically.`,
    since,
  };
}

/**
 * Returns the hold of a cluster in which another Kerf acts.
 * @param holder the holder in the Lease: the id by which the other Kerf knows the cluster
 */
export function holdByOtherKerf(holder: string, since: Instant): ClusterHold {
  return {
    code: 'OTHER_KERF',
    object: 'Lease/kube-system/kerf',
    message: `Another Kerf acts in this cluster: it holds the Lease kube-system/kerf as ${holder}. This Kerf does not act, because ${why}. Set the mode to observe in the other Kerf, or remove the cluster there. This Kerf then resumes automatically after 30 s.`,
    since,
  };
}
