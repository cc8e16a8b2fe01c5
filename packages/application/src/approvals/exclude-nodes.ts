import { editorsOf } from '../domain/approval/decision-approval.js';
import { personIdOf } from '../domain/approval/review.js';
import type { Decision } from '../domain/decision/decision.js';
import type { Principal } from '../domain/identity/principal.js';
import { auditWrite } from '../recording/audit.js';
import { publishDecision } from '../recording/publish-decision.js';
import { auditedDecision } from './audited-decision.js';
import {
  type DecideInput,
  type DecideOutcome,
  type DecidePorts,
  requireSaved,
} from './decide-outcome.js';
import { openForReview } from './open-for-review.js';
import { reviewerOf } from './reviewer-of.js';

/** The nodes to take out of a plan. */
export interface ExcludeInput extends Omit<DecideInput, 'window'> {
  readonly nodeNames: readonly string[];
}

/**
 * Takes nodes out of a plan that awaits approval. The worker plans the rest again and supersedes
 * the decision with the new one, which its editor must not approve. The exclusion holds for that
 * plan only.
 */
export function excludeNodes(
  ports: DecidePorts,
  principal: Principal,
  input: ExcludeInput,
): Promise<DecideOutcome> {
  return ports.store.transaction(async (tx) => {
    const opened = await openForReview(ports, tx, principal, {
      ...input,
      action: 'decision.edit',
    });
    if (opened.kind !== 'Open') return opened;
    const { decision } = opened;
    const problem = exclusionProblem(decision, input.nodeNames);
    if (problem !== null) return problem;
    const { comment, requestId } = input;
    const { kind, id, name } = principal;
    const personId = personIdOf(await reviewerOf(tx, principal));
    const earlierIds = editorsOf(decision.approval?.edit).filter((other) => other !== personId);
    const editors = { personId, ...(earlierIds.length > 0 && { earlierIds }) };
    const nodeNames = [
      ...new Set([...(decision.approval?.edit?.nodeNames ?? []), ...input.nodeNames]),
    ];
    const now = ports.clock.now();
    const { approval } = decision;
    const saved = requireSaved(
      await tx.decisions.save(
        {
          ...decision,
          approval:
            approval === null
              ? null
              : { ...approval, exclusion: { by: { kind, id, name }, ...editors, nodeNames } },
        },
        [
          {
            at: now,
            kind: 'NodesExcluded',
            actor: name,
            data: { ...(comment !== null && { comment }), excludedNodes: nodeNames },
          },
        ],
      ),
    );
    await tx.outbox.add([
      {
        message: {
          type: 'disruption.replan',
          clusterId: decision.clusterId,
          decisionId: decision.id,
        },
        deliverAt: now,
      },
    ]);
    await auditWrite(ports, tx, principal, {
      ...auditedDecision('decision.exclude-nodes', decision, { comment, requestId }),
      after: { state: saved.state, excludedNodes: nodeNames },
    });
    await publishDecision(tx, saved);
    return { kind: 'Decided', decision: saved };
  });
}

function exclusionProblem(
  { body, approval }: Decision,
  nodeNames: readonly string[],
): DecideOutcome | null {
  const invalid = (message: string) => ({ kind: 'Invalid', field: 'nodeNames', message }) as const;
  if (approval === null || body.type !== 'Disrupt') {
    return invalid('this decision cannot be planned again; reject it instead');
  }
  if (approval.exclusion !== null) {
    const message = 'The decision is being planned again already.';
    return { kind: 'Refused', refusal: { code: 'Stale', message } };
  }
  const names = body.command.candidates.map(({ nodeName }) => nodeName);
  if (nodeNames.length === 0) return invalid('must name at least one node');
  const unknown = nodeNames.find((name) => !names.includes(name));
  if (unknown !== undefined) return invalid(`the decision does not remove ${unknown}`);
  return names.every((name) => nodeNames.includes(name))
    ? invalid('would leave no node; reject the decision instead')
    : null;
}
