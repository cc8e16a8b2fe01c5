import { recorded } from '../recording/recording.js';
import { closestRecorded } from '../recording/recording-files.js';
import { minutesAgo, type RootArguments, type Roots } from './roots.js';

const manifest = `apiVersion: kerf.dev/v1
kind: ApprovalPolicy
spec:
  rules:
    - name: stateful workloads
      match:
        stateful: true
      action: ask
      approvals: 2
`;

const aPolicy = {
  comment: 'two for databases',
  manifest,
  rules: [{ name: 'stateful workloads', action: 'ASK', approvals: 2, approvers: 'role approver' }],
  savedAt: minutesAgo(11),
  savedBy: 'admin',
  version: 2,
};

const saved = () => ({ policy: { ...aPolicy, version: 3 } });

interface Decision {
  readonly id: string;
  readonly state: string;
  readonly version: number;
}

/** Returns a recorded decision; null if the API found none. */
function recordedDecision(id: unknown): Decision | null {
  const { decision } = Object(closestRecorded('DecisionDetails', { id }, ['id']));
  return decision;
}

/** The approvals of a decision: the rule of its mode asks for one as long as it awaits approval. */
function approvalsOf(id: unknown): object | null {
  const decision = recordedDecision(id);
  if (decision === null) return null;
  const approvalsNeeded = decision.state === 'AWAITING_APPROVAL' ? 1 : 0;
  if (id !== recorded.emptyDecision) return { id, approvalsNeeded };
  const approval = {
    rule: 'mode approve: removals',
    approvers: 'anyone who may approve decisions',
    passed: [{ name: 'empty nodes in staging', why: 'no cluster is listed' }],
  };
  return { id, approvalsNeeded, approval, planDigest: 'f'.repeat(64) };
}

/** Answers to a review: refused if it is based on another version than the recorded one. */
function review({ input: { id, expectedVersion } }: RootArguments, state: string): object {
  const version = recordedDecision(id)?.version ?? 0;
  if (expectedVersion === version) return { decision: { id, state, version: version + 1 } };
  const message = `The decision was changed (its version is ${version}). Read it again.`;
  return {
    decision: { id, state: 'AWAITING_APPROVAL', version },
    userErrors: [{ code: 'STALE', field: 'input.expectedVersion', message }],
  };
}

export const approvalRoots: Roots = {
  decision: ({ id }) => approvalsOf(id),
  approvalPolicy: () => aPolicy,
  approvalPolicyVersions: () => [
    aPolicy,
    { savedAt: minutesAgo(24 * 60), savedBy: 'admin', version: 1 },
  ],
  saveApprovalPolicy: saved,
  restoreApprovalPolicy: saved,
  testApprovalPolicy: () => ({
    test: {
      total: 3,
      counts: [
        { result: 'RUN', before: 3, after: 2 },
        { result: 'ASK', before: 0, after: 1 },
        { result: 'DENY', before: 0, after: 0 },
        { result: 'OBSERVE', before: 0, after: 0 },
      ],
      decisions: [
        {
          id: recorded.emptyDecision,
          clusterName: 'shop-prod-use1',
          kind: 'EMPTY',
          nodeCount: 1,
          proposedAt: minutesAgo(1),
          state: 'AWAITING_APPROVAL',
          rule: 'stateful workloads',
          approvals: 2,
          before: 'RUN',
          after: 'ASK',
        },
      ],
    },
  }),
  approveDecision: (args) => review(args, 'APPROVED'),
  rejectDecision: (args) => review(args, 'REJECTED'),
  breakGlass: ({ input: { id } }) => ({ decision: { id } }),
  endStandingApproval: ({ input: { name } }) => ({ name }),
  savingProof: () => ({ isProved: true, nodes: 14, offers: 120, podGroups: 9 }),
};
