import {
  type ApprovalPolicy,
  can,
  endStandingApproval,
  type SavePolicyInput,
  saveApprovalPolicy,
} from '@kerf/application';
import { hasErrorCode, ok } from '@kerf/core';
import { readApprovalPolicy } from '@kerf/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { type Outcome, refuse, refuseFields } from '../../contract/outcome.js';
import type { OfVersion } from '../../contract/versioned.js';
import type {
  EndStandingApprovalInput,
  RestoreApprovalPolicyInput,
  SaveApprovalPolicyInput,
} from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';

/** A policy with notes on rules that have no effect. */
export interface NotedPolicy {
  readonly policy: ApprovalPolicy | null;
  readonly notes: readonly string[];
}

const maxCommentLength = 2_000;

/** Saves, restores and tests the approval policy, for REST and GraphQL. */
@Injectable()
export class ApprovalPolicyWrites {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids' | 'localTime'>,
  ) {}

  async save(
    caller: Caller,
    input: OfVersion<SaveApprovalPolicyInput>,
  ): Promise<Outcome<NotedPolicy>> {
    const rules = readApprovalPolicy(input.manifest, caller.principal.name);
    if (!rules.ok) return refuseFields(rules.error);
    return this.#save(caller, input, {
      rules: rules.value,
      restoredFrom: null,
      dryRun: input.dryRun ?? false,
    });
  }

  async restore(
    caller: Caller,
    input: OfVersion<RestoreApprovalPolicyInput>,
  ): Promise<Outcome<NotedPolicy>> {
    const { version } = input;
    const isVersion = Number.isInteger(version) && version > 0 && version < 2 ** 31;
    const earlier = isVersion ? await this.ports.store.approvalPolicies.find(version) : null;
    if (earlier === null) {
      return refuse('NOT_FOUND', `The approval policy has no version ${version}.`, 'version');
    }
    return this.#save(caller, input, {
      rules: earlier.rules,
      restoredFrom: version,
      dryRun: false,
    });
  }

  async endStanding(
    { principal, requestId }: Caller,
    { name, comment }: EndStandingApprovalInput,
  ): Promise<Outcome<{ readonly name: string }>> {
    const text = comment?.trim() ?? '';
    if (text.length > maxCommentLength) {
      return refuse('INVALID', `must have at most ${maxCommentLength} characters`, 'comment');
    }
    try {
      const outcome = await endStandingApproval(this.ports, principal, {
        name,
        comment: text === '' ? null : text,
        requestId,
      });
      if (outcome.kind === 'Forbidden') return refuse('FORBIDDEN', outcome.message, 'name');
      if (outcome.kind === 'Ended') return ok({ name });
      return refuse('NOT_FOUND', 'There is no standing approval with this name.', 'name');
    } catch (error) {
      if (hasErrorCode(error, 'STATE.CONFLICT')) return refuse('STALE', error.message);
      throw error;
    }
  }

  async #save(
    { principal, requestId }: Caller,
    { expectedVersion, comment }: Omit<OfVersion<RestoreApprovalPolicyInput>, 'version'>,
    fields: Pick<SavePolicyInput, 'rules' | 'restoredFrom' | 'dryRun'>,
  ): Promise<Outcome<NotedPolicy>> {
    const access = can(principal, 'approval-policy.write', { kind: 'Organization' });
    if (!access.isAllowed) return refuse('FORBIDDEN', access.reason);
    const text = comment?.trim() ?? '';
    if (text.length > maxCommentLength) {
      return refuse('INVALID', `must have at most ${maxCommentLength} characters`, 'comment');
    }
    const outcome = await saveApprovalPolicy(this.ports, principal, {
      ...fields,
      expectedVersion,
      comment: text === '' ? null : text,
      requestId,
    });
    if (outcome.kind === 'Invalid') return refuseFields(outcome.problems);
    if (outcome.kind === 'Stale') {
      const message = `The approval policy was changed: its version is ${outcome.version}. Read it again.`;
      return refuse('STALE', message, 'expectedVersion');
    }
    return ok(outcome);
  }
}
