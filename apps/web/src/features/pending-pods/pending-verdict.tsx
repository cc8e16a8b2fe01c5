import { type PendingPod, toVerdictGroups } from './to-pending-group.js';
import { VerdictSection } from './verdict-section.js';

export interface PendingVerdictProps {
  readonly pod: PendingPod;
  readonly clusterName: string;
}

/** Why one pod is pending. */
export function PendingVerdict({ pod, clusterName }: PendingVerdictProps) {
  return toVerdictGroups([pod]).map((verdict) => (
    <VerdictSection
      key={verdict.kind}
      verdict={verdict}
      clusterName={clusterName}
      subject="Pending"
    />
  ));
}
