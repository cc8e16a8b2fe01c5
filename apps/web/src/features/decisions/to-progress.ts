import type { DecisionDetails } from './to-before-after.js';
import { progressSentence } from './to-progress-text.js';

/** What is being done for a decision that has not ended, or what it waits for. */
export interface Progress {
  readonly text: string;
  /** Since when; RFC 3339. */
  readonly since: string;
}

/** `undefined` for a decision that has ended, that waits for a person, or that is never carried out. */
export function toProgress(decision: DecisionDetails): Progress | undefined {
  if (decision.observeOnly) return undefined;
  const since = decision.events.at(-1)?.at ?? decision.proposedAt;
  switch (decision.state) {
    case 'PROPOSED': {
      const next = decision.approvalsNeeded > 0 ? 'requests approval' : 'carries it out';
      const text = `Waiting for validation: Kerf checks the decision on a newer state of the cluster, then ${next}.`;
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
