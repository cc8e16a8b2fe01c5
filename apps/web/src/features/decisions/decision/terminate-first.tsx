import { Section } from '../../../ui/layout/layout.js';
import type { DecisionApproval, DecisionDetails } from '../decisions.queries.js';

export interface TerminateFirstProps {
  readonly decision: DecisionDetails;
  /** Facts of the pods that move; empty if none are recorded. */
  readonly pods: DecisionApproval['pods'];
}

/** Why the nodes are removed before their replacement, and which workloads stop meanwhile. */
export function TerminateFirst({ decision: { terminateFirst }, pods }: TerminateFirstProps) {
  if (terminateFirst === null) return null;
  const stopped = pods.filter(({ waits, replicas }) => waits && replicas === 1);
  return (
    <Section title="Removed before its replacement" isPanel>
      <p>{terminateFirst.message}</p>
      {stopped.length > 0 && (
        <p>
          Meanwhile nothing runs of: {stopped.map(workloadWords).join(', ')}. Such a decision asks
          for approval, unless a rule with the action <code>auto</code> says{' '}
          <code>onlyPodWaits: true</code>.
        </p>
      )}
    </Section>
  );
}

const workloadWords = ({ owner, pod }: DecisionApproval['pods'][number]): string =>
  owner === '' ? `pod ${pod}` : `${owner} (pod ${pod})`;
