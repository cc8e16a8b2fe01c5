import type { Instant } from '@kerf/core';
import type { ClusterHold } from '../cluster/cluster.js';
import type { RunningKarpenter } from './running-karpenter.js';

const why = 'two controllers would launch nodes for the same pods and disrupt each other’s';

/** Returns the hold of a cluster in which a Karpenter runs. */
export function holdByKarpenter(
  { object, evidence }: RunningKarpenter,
  since: Instant,
): ClusterHold {
  return {
    code: 'KARPENTER_RUNNING',
    object,
    message: `A Karpenter runs in this cluster: ${evidence}. Kerf does not act beside it, because ${why}. Scale it to 0 replicas or uninstall it; Kerf goes on by itself once it is gone.`,
    since,
  };
}

/**
 * Returns the hold of a cluster in which another Kerf acts.
 * @param holder as the Lease names it: the id by which the other Kerf knows the cluster
 */
export function holdByOtherKerf(holder: string, since: Instant): ClusterHold {
  return {
    code: 'OTHER_KERF',
    object: 'Lease/kube-system/kerf',
    message: `Another Kerf acts in this cluster: it holds the Lease kube-system/kerf as ${holder}. This one does not act beside it, because ${why}. Set the cluster to mode observe there, or remove it there; this Kerf goes on by itself half a minute later.`,
    since,
  };
}
