import type { DecisionDetails } from './to-before-after.js';
import { progressSentence } from './to-progress-text.js';

/** The next step of a decision that has not ended. */
export interface Progress {
  readonly text: string;
  /** Since when; RFC 3339. */
  readonly since: string;
}

/** `undefined` for a decision that has ended, awaits approval, or is never executed. */
export function toProgress(decision: DecisionDetails): Progress | undefined {
  if (decision.observeOnly) return undefined;
  const since = decision.events.at(-1)?.at ?? decision.proposedAt;
  switch (decision.state) {
    case 'PROPOSED': {
      const next = decision.approvalsNeeded > 0 ? 'requests approval' : 'executes it';
      const text = `Pending validation: Kerf validates the decision against the current state of the cluster, then ${next}.`;
      return { text, since };
    }
    case 'APPROVED':
      return {
        text: 'Starting: Kerf validates the decision once more and taints the nodes before anything else changes.',
        since: decision.decidedAt ?? since,
      };
    case 'EXECUTING':
      return { text: `${progressSentence(decision) ?? 'In progress'}.`, since };
    default:
      return undefined;
  }
}
