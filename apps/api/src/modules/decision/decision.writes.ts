import {
  type AccessAction,
  approveDecision,
  breakGlass,
  commentDecision,
  createStandingApproval,
  type DecideOutcome,
  type DecideInput as DecideRequest,
  type Decision,
  excludeNodes,
  type MaintenanceWindow,
  rejectDecision,
  withdrawApproval,
} from '@kerf/application';
import { assertNever, type DecisionId, hasErrorCode, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { idAnswer } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { isDone, type Outcome, type Refusal, refuse } from '../../contract/outcome.js';
import { refuseAccess } from '../../contract/refuse-access.js';
import type { OfVersion } from '../../contract/versioned.js';
import type {
  ApproveDecisionInput,
  BreakGlassInput,
  CommentDecisionInput,
  CreateStandingApprovalInput,
  ExcludeNodesInput,
  RejectDecisionInput,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';

type DecideInput = Omit<OfVersion<RejectDecisionInput>, 'rejectedUntil'>;
type DecisionOutcome = Promise<Outcome<DecisionId>>;

/** The right that each write needs. */
const operations = {
  'decision.approve': 'decision.approve',
  'decision.reject': 'decision.approve',
  'decision.withdraw-approval': 'decision.approve',
  'decision.exclude-nodes': 'decision.edit',
  'decision.comment': 'decision.edit',
  'decision.break-glass': 'decision.break-glass',
  'standing-approval.create': 'decision.approve',
} as const satisfies Record<string, AccessAction>;

const maxCommentLength = 2_000;
const maxExcludedNodes = 500;

/** Reviews of decisions, for REST and GraphQL; the decision itself is read afterwards. */
@Injectable()
export class DecisionWrites {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids'>,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  approve(caller: Caller, input: OfVersion<ApproveDecisionInput>): DecisionOutcome {
    const window = windowOf(input);
    if (window === 'incomplete') {
      return refused('INVALID', 'needs both windowFrom and windowUntil', 'windowFrom');
    }
    return this.#run(caller, 'decision.approve', input, (request) =>
      approveDecision(this.ports, caller.principal, { ...request, window }),
    );
  }

  reject(caller: Caller, input: OfVersion<RejectDecisionInput>): DecisionOutcome {
    const { rejectedUntil = null } = input;
    return this.#run(caller, 'decision.reject', input, (request) =>
      rejectDecision(this.ports, caller.principal, { ...request, rejectedUntil }),
    );
  }

  withdraw(caller: Caller, input: DecideInput): DecisionOutcome {
    return this.#run(caller, 'decision.withdraw-approval', input, (request) =>
      withdrawApproval(this.ports, caller.principal, request),
    );
  }

  exclude(caller: Caller, input: OfVersion<ExcludeNodesInput>): DecisionOutcome {
    const { nodeNames } = input;
    if (nodeNames.length > maxExcludedNodes) {
      return refused('INVALID', `must name at most ${maxExcludedNodes} nodes`, 'nodeNames');
    }
    return this.#run(caller, 'decision.exclude-nodes', input, (request) =>
      excludeNodes(this.ports, caller.principal, { ...request, nodeNames }),
    );
  }

  breakGlass(caller: Caller, { reason, ...input }: OfVersion<BreakGlassInput>): DecisionOutcome {
    if (reason.trim().length > maxCommentLength) {
      return refused('INVALID', `must have at most ${maxCommentLength} characters`, 'reason');
    }
    return this.#run(caller, 'decision.break-glass', { ...input, comment: reason }, (request) =>
      breakGlass(this.ports, caller.principal, request),
    );
  }

  createStanding(caller: Caller, { days, ...input }: CreateStandingApprovalInput): DecisionOutcome {
    const any = { ...input, days, expectedVersion: 'any' } as const;
    return this.#run(
      caller,
      'standing-approval.create',
      any,
      ({ decisionId, comment, requestId }) =>
        createStandingApproval(this.ports, caller.principal, {
          decisionId,
          days,
          comment,
          requestId,
        }),
    );
  }

  comment(caller: Caller, input: CommentDecisionInput): DecisionOutcome {
    if (input.comment.trim() === '') return refused('INVALID', 'must not be empty', 'comment');
    return this.#run(
      caller,
      'decision.comment',
      { ...input, expectedVersion: 'any' },
      ({ decisionId, comment, requestId }) =>
        commentDecision(this.ports, caller.principal, {
          decisionId,
          comment: comment ?? '',
          requestId,
        }),
    );
  }

  #run(
    caller: Caller,
    operation: keyof typeof operations,
    input: DecideInput,
    useCase: (request: DecideRequest) => Promise<DecideOutcome>,
  ): DecisionOutcome {
    const { idempotencyKey: key, ...fields } = input;
    const comment = fields.comment?.trim() ?? '';
    if (comment.length > maxCommentLength) {
      return refused('INVALID', `must have at most ${maxCommentLength} characters`, 'comment');
    }
    const request = {
      decisionId: fields.id,
      expectedVersion: fields.expectedVersion,
      planDigest: fields.planDigest ?? null,
      comment: comment === '' ? null : comment,
      requestId: caller.requestId,
    };
    return this.idempotent.run(
      { caller, operation, key, input: fields },
      {
        run: async () => {
          const refusal = await this.#refuse(caller, fields.id, operations[operation]);
          if (refusal !== null) return refusal;
          try {
            return toOutcome(fields.id, await useCase(request));
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
  async #refuse(
    { principal }: Caller,
    id: DecisionId,
    action: AccessAction,
  ): Promise<Outcome<never> | null> {
    const decision = await this.ports.store.decisions.find(id);
    if (decision === null) return notFound(id);
    const { clusterId, nodePools } = decision;
    return refuseAccess(principal, {
      action,
      object: { kind: 'NodePools', clusterId, nodePools },
      read: 'decision.read',
      notFound: notFound(id),
    });
  }
}

const refused = (code: Refusal['code'], message: string, field: string): DecisionOutcome =>
  Promise.resolve(refuse(code, message, field));

function windowOf({
  windowFrom,
  windowUntil,
}: Pick<ApproveDecisionInput, 'windowFrom' | 'windowUntil'>):
  | MaintenanceWindow
  | null
  | 'incomplete' {
  const from = windowFrom ?? null;
  const until = windowUntil ?? null;
  if (from === null && until === null) return null;
  return from === null || until === null ? 'incomplete' : { from, until };
}

const notFound = (id: DecisionId) => refuse('NOT_FOUND', `Decision ${id} not found.`, 'id');

function toOutcome(id: DecisionId, outcome: DecideOutcome): Outcome<DecisionId> {
  switch (outcome.kind) {
    case 'Decided':
      return ok(outcome.decision.id);
    case 'NotFound':
      return notFound(id);
    case 'AlreadyDecided':
      return refuse('ALREADY_DECIDED', alreadyDecided(outcome.decision), 'id');
    case 'Stale':
      return refuse('STALE', whyStale(outcome.decision), 'expectedVersion');
    case 'Expired':
      return refuse('STALE', 'The approval has expired.', 'id');
    case 'Refused':
      return refuse(refusalCodes[outcome.refusal.code], outcome.refusal.message, 'id');
    case 'Invalid':
      return refuse('INVALID', outcome.message, inputField(outcome.field));
    default:
      return assertNever(outcome);
  }
}

const refusalCodes = {
  Forbidden: 'FORBIDDEN',
  AlreadyReviewed: 'ALREADY_DECIDED',
  Stale: 'STALE',
} as const;

const inputField = (field: string): string => (field === 'window' ? 'windowFrom' : field);

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
