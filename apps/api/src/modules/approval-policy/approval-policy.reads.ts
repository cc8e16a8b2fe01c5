import { type ApprovalRule, checkRules, ownStandingApprovals } from '@kerf/application';
import { Inject, Injectable } from '@nestjs/common';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import type { NotedPolicy } from './approval-policy.writes.js';

/** Reads the approval policy in force, with notes on rules that have no effect now, and one's own part of it. */
@Injectable()
export class ApprovalPolicyReads {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'localTime'>,
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
}
