import { ApprovalPolicyQueries } from '@kerf/db';
import { Delete, Get, Module, Post, Put } from '@nestjs/common';
import { toUserErrors, valueOf } from '../../contract/outcome.js';
import { badInput } from '../../contract/public-error.js';
import { requireInOrganization } from '../../contract/refuse-access.js';
import { asIs, shownAs } from '../../handlers/declare-write.js';
import type { Parts } from '../../handlers/handler-class.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import { provideQueries } from '../../parts.js';
import { named } from '../../rest/whole-list.js';
import {
  type ApprovalPolicyView,
  policyOperations as operations,
  toPolicyView,
  toStandingViews,
  toTestView,
} from './approval-policy.contract.js';
import { ApprovalPolicyReads } from './approval-policy.reads.js';
import { ApprovalPolicyWrites, type NotedPolicy } from './approval-policy.writes.js';

const maxVersions = 100;

const toNotedView = ({ policy, notes }: NotedPolicy): ApprovalPolicyView =>
  toPolicyView(policy, notes);

type PolicyParts = Parts<ApprovalPolicyWrites, ApprovalPolicyReads>;

const asPolicy = shownAs(
  (_: PolicyParts, noted: NotedPolicy) => toNotedView(noted),
  (policy) => ({ policy }),
);

const approvalPolicy = serveNoun(
  {
    path: 'api/v1/approval-policy',
    writes: ApprovalPolicyWrites,
    reads: ApprovalPolicyReads,
  },
  (callersWith) => {
    const { read, whole } = callersWith('approval-policy.read');
    const approver = callersWith('decision.approve');
    const { write } = callersWith('approval-policy.write');
    read([operations.get, Get(), 'approvalPolicy'], async (reads) =>
      toNotedView(await reads.current()),
    );
    whole(
      [operations.versions, Get('versions'), 'approvalPolicyVersions'],
      async (reads, input) => {
        const first = 'first' in input ? input.first : maxVersions;
        if (first < 1 || first > maxVersions) {
          const message = `must be 1 to ${maxVersions}`;
          throw badInput('The arguments are invalid.', [{ path: 'first', message }]);
        }
        return (await reads.versions(first)).map((policy) => toPolicyView(policy));
      },
      ({ version }) => String(version),
    );
    approver.whole(
      [operations.ownStanding, Get('standing-approvals'), 'ownStandingApprovals'],
      async (reads, input, { caller }) => {
        const views = toStandingViews(await reads.ownStandingApprovals(caller));
        return named(views, 'name' in input ? input.name : null);
      },
      ({ name }) => name,
    );
    read(
      [operations.test, Post('test'), 'testApprovalPolicy'],
      async (reads, input, { caller }) => {
        // A test lists decisions of all clusters.
        requireInOrganization(caller.principal, 'decision.read');
        const outcome = await reads.test(caller, input);
        const test = outcome.ok ? toTestView(outcome.value) : null;
        return { test, userErrors: toUserErrors(outcome), outcome };
      },
      ({ outcome }) => toTestView(valueOf(outcome)),
    );
    write(operations.save, Put(), 'save', asPolicy);
    write(
      operations.restore,
      Post('versions/:version/restore'),
      (w, caller, input) => w.restore(caller, { ...input, version: Number(input.version) }),
      asPolicy,
    );
    approver.write(
      operations.endStanding,
      Delete('standing-approvals/:name'),
      'endStanding',
      asIs((ended: { readonly name: string } | null) => ({ name: ended?.name ?? null })),
    );
  },
);

@Module({
  controllers: [approvalPolicy.controller],
  providers: [
    approvalPolicy.resolver,
    ApprovalPolicyReads,
    ApprovalPolicyWrites,
    ...provideQueries(ApprovalPolicyQueries),
  ],
})
export class ApprovalPolicyModule {}
