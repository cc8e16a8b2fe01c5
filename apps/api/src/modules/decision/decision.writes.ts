import {
  approveDecision,
  type DecideOutcome,
  type Decision,
  type ExpectedVersion,
  rejectDecision,
} from '@kerf/application';
import { assertNever, type DecisionId, hasErrorCode, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { idAnswer } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { isDone, type Outcome, refuse } from '../../contract/outcome.js';
import { refuseAccess } from '../../contract/refuse-access.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';

export interface DecideInput {
  readonly id: DecisionId;
  readonly expectedVersion: ExpectedVersion;
  readonly comment?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

const maxCommentLength = 2_000;

/** Approves and rejects decisions, for REST and GraphQL; the decision itself is read afterwards. */
@Injectable()
export class DecisionWrites {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids'>,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  approve(caller: Caller, input: DecideInput): Promise<Outcome<DecisionId>> {
    return this.#decide(caller, input, { operation: 'decision.approve', useCase: approveDecision });
  }

  reject(caller: Caller, input: DecideInput): Promise<Outcome<DecisionId>> {
    return this.#decide(caller, input, { operation: 'decision.reject', useCase: rejectDecision });
  }

  #decide(
    caller: Caller,
    input: DecideInput,
    { operation, useCase }: { operation: string; useCase: typeof approveDecision },
  ): Promise<Outcome<DecisionId>> {
    const { idempotencyKey: key, ...fields } = input;
    const comment = fields.comment?.trim() ?? '';
    if (comment.length > maxCommentLength) {
      const message = `must have at most ${maxCommentLength} characters`;
      return Promise.resolve(refuse('INVALID', message, 'comment'));
    }
    return this.idempotent.run(
      { caller, operation, key, input: fields },
      {
        run: async () => {
          const refusal = await this.#refuse(caller, fields.id);
          if (refusal !== null) return refusal;
          try {
            const outcome = await useCase(this.ports, caller.principal, {
              decisionId: fields.id,
              expectedVersion: fields.expectedVersion,
              comment: comment === '' ? null : comment,
              requestId: caller.requestId,
            });
            return toOutcome(fields.id, outcome);
          } catch (error) {
            if (hasErrorCode(error, 'STATE.CONFLICT')) return refuse('STALE', error.message);
            throw error;
          }
        },
        isFinal: isDone,
        schema: idAnswer,
      },
    );
  }

  /** All NodePools of the decision must be the caller's to decide. */
  async #refuse({ principal }: Caller, id: DecisionId): Promise<Outcome<never> | null> {
    const decision = await this.ports.store.decisions.find(id);
    if (decision === null) return notFound(id);
    const { clusterId, nodePools } = decision;
    return refuseAccess(principal, {
      action: 'decision.approve',
      object: { kind: 'NodePools', clusterId, nodePools },
      read: 'decision.read',
      notFound: notFound(id),
    });
  }
}

const notFound = (id: DecisionId) => refuse('NOT_FOUND', `Decision ${id} not found.`, 'id');

function toOutcome(id: DecisionId, outcome: DecideOutcome): Outcome<DecisionId> {
  switch (outcome.kind) {
    case 'Decided':
      return ok(id);
    case 'NotFound':
      return notFound(id);
    case 'AlreadyDecided':
      return refuse('ALREADY_DECIDED', alreadyDecided(outcome.decision), 'id');
    case 'Stale':
      return refuse('STALE', whyStale(outcome.decision), 'expectedVersion');
    default:
      return assertNever(outcome);
  }
}

function alreadyDecided({ state, decidedBy }: Decision): string {
  if (decidedBy === null)
    return 'The decision does not require an approval and is in progress or completed.';
  return `${decidedBy} has already ${state === 'Rejected' ? 'rejected' : 'approved'} the decision.`;
}

function whyStale({ state, version }: Decision): string {
  switch (state) {
    case 'Superseded':
      return 'The cluster has changed, and the decision is no longer valid.';
    case 'Expired':
      return 'The approval has expired.';
    case 'Proposed':
      return 'The decision is being validated and does not await approval yet.';
    default:
      return `The decision was changed (its version is ${version}). Read it again.`;
  }
}
