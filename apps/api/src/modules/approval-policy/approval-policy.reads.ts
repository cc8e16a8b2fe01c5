import {
  type ApprovalPolicy,
  type ApprovalRule,
  checkRules,
  ownStandingApprovals,
  type PolicyTest,
  testApprovalPolicy,
} from '@kerf/application';
import { ok } from '@kerf/core';
import { ApprovalPolicyQueries } from '@kerf/db';
import { readApprovalPolicy } from '@kerf/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { type Outcome, refuseFields } from '../../contract/outcome.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import type { NotedPolicy } from './approval-policy.writes.js';

/** Reads the approval policy in force, with notes on rules that have no effect now, and one's own part of it. */
@Injectable()
export class ApprovalPolicyReads {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'localTime'>,
    @Inject(ApprovalPolicyQueries) private readonly queries: ApprovalPolicyQueries,
  ) {}

  async current(): Promise<NotedPolicy> {
    const { store } = this.ports;
    const policy = await store.approvalPolicies.current();
    const { notes } = await checkRules(this.ports, store, policy?.rules ?? []);
    return { policy, notes };
  }

  ownStandingApprovals({ principal }: Caller): Promise<readonly ApprovalRule[]> {
    return ownStandingApprovals(this.ports.store, principal, this.ports.clock.now());
  }

  /** Returns the newest versions. */
  versions(count: number): Promise<readonly ApprovalPolicy[]> {
    return this.queries.versions(count);
  }

  async test(
    caller: Caller,
    { manifest, days }: { readonly manifest: string; readonly days: number },
  ): Promise<Outcome<PolicyTest>> {
    const rules = readApprovalPolicy(manifest, caller.principal.name);
    if (!rules.ok) return refuseFields(rules.error);
    const outcome = await testApprovalPolicy(this.ports, { rules: rules.value, days });
    return outcome.kind === 'Tested' ? ok(outcome.test) : refuseFields(outcome.problems);
  }
}
