import * as z from 'zod/mini';
import { countOf } from '../../lib/format/quantity.js';
import { joinWords } from '../../lib/format/words.js';
import { nodeClaimLooks } from '../../lib/states.js';
import type { DecisionDetails } from './to-before-after.js';

/** What is being done for a decision that has not ended, or what it waits for. */
export interface Progress {
  readonly text: string;
  /** Since when; RFC 3339. */
  readonly since: string;
  /** What delays it; absent while nothing is known to. */
  readonly delay: string | undefined;
}

/** `undefined` for a decision that has ended, that waits for a person, or that is never carried out. */
export function toProgress(decision: DecisionDetails): Progress | undefined {
  if (decision.showOnly) return undefined;
  const since = decision.events.at(-1)?.at ?? decision.proposedAt;
  const delay = delayOf(decision);
  switch (decision.state) {
    case 'PROPOSED': {
      const next = decision.approvalsNeeded > 0 ? 'requests approval' : 'carries it out';
      const text = `Waiting for validation: Kerf checks the decision on a newer state of the cluster, then ${next}.`;
      return { text, since, delay };
    }
    case 'APPROVED':
      return {
        text: 'Starting: Kerf validates the decision once more and taints the nodes before anything else changes.',
        since: decision.decidedAt ?? since,
        delay,
      };
    case 'EXECUTING':
      return { text: executingText(decision), since, delay };
    default:
      return undefined;
  }
}

function executingText(decision: DecisionDetails): string {
  const { kind, executionStep, plannedClaims, nodeCount, outcome } = decision;
  if (kind === 'PROVISION') return `Launching ${waitingFor(plannedClaims, 'node')}.`;
  const nodes = countOf(nodeCount, 'node');
  switch (executionStep) {
    case 'Tainted':
      return plannedClaims.length === 0
        ? `Tainted ${nodes}; eviction of the pods begins.`
        : `Tainted ${nodes}; requesting ${countOf(plannedClaims.length, 'replacement')}.`;
    case 'ReplacementsRequested':
      return `Waiting for ${waitingFor(plannedClaims, 'replacement')}.`;
    case 'ReplacementsInitialized':
      return `Replacements are ready; eviction of the pods from ${nodes} begins.`;
    default:
      return `Draining and terminating: ${outcome.succeededNodes} of ${nodes} removed.`;
  }
}

/** `2 of 5 nodes to become ready (1 launching, 1 registered)`. */
function waitingFor(claims: DecisionDetails['plannedClaims'], what: string): string {
  const waiting = claims.filter(({ nodeClaim }) => !isSettled(nodeClaim?.state));
  const states = Map.groupBy(waiting, ({ nodeClaim }) =>
    nodeClaimLooks[nodeClaim?.state ?? 'REQUESTED'].word.toLowerCase(),
  );
  const counts = [...states].map(([state, { length }]) => `${length} ${state}`);
  const subject = `${waiting.length} of ${countOf(claims.length, what)}`;
  return counts.length === 0 ? subject : `${subject} (${joinWords(counts)})`;
}

type ClaimState = NonNullable<DecisionDetails['plannedClaims'][number]['nodeClaim']>['state'];

const isSettled = (state: ClaimState | undefined): boolean =>
  state === 'INITIALIZED' ||
  state === 'LAUNCH_FAILED' ||
  state === 'TERMINATING' ||
  state === 'TERMINATED';

const delayData = z.object({ detail: z.string() });

/** The last event, when it is a failure that Kerf retries. */
function delayOf({ events }: DecisionDetails): string | undefined {
  const last = events.at(-1);
  if (last?.kind !== 'ExecutionDelayed') return undefined;
  const data = delayData.safeParse(last.data);
  return data.success ? data.data.detail : undefined;
}
