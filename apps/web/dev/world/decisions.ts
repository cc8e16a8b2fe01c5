import type {
  BudgetStatus,
  Cluster,
  Decision,
  DecisionEvent,
  DecisionOutcome,
  DecisionState,
  DisruptionCandidate,
  Node,
  NodeClaim,
  PlanCost,
  PlannedNodeClaim,
  PlannedOffering,
  UnschedulablePod,
} from '../generated/schema.js';
import { cpuOf, memoryOf } from './amounts.js';
import { iso } from './clusters.js';
import { gibibytes } from './nodes.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const event = (at: number, kind: string, actor = 'kerf', data: unknown = {}): DecisionEvent => ({
  at: iso(at),
  kind,
  actor,
  data,
});

const noNodes: DecisionOutcome = {
  succeededNodes: 0,
  launchFailedNodes: 0,
  notReadyNodes: 0,
  remainingNodes: 0,
};

interface DecisionSeed {
  readonly id: string;
  readonly cluster: Cluster;
  readonly kind: Decision['kind'];
  readonly state: DecisionState;
  readonly proposedAt: number;
}

const bare = ({ id, cluster, kind, state, proposedAt }: DecisionSeed): Decision => ({
  id,
  clusterId: cluster.id,
  clusterName: cluster.name,
  kind,
  state,
  observeOnly: cluster.mode === 'OBSERVE',
  approvalsNeeded: kind === 'PROVISION' ? 0 : 1,
  nodePools: ['general'],
  nodeCount: 0,
  podCount: 0,
  costChange: null,
  outcome: noNodes,
  achievedSaving: null,
  interruptionId: null,
  deadline: null,
  staticPool: null,
  standaloneClaim: null,
  proposedAt: iso(proposedAt),
  expiresAt: null,
  rejectedUntil: null,
  decidedAt: null,
  decidedBy: null,
  comment: null,
  finishedAt: null,
  executionStep: 'None',
  progress: null,
  snapshotDigest: 'sha256:9f2c41d08b7e',
  engineVersion: '0.1.0',
  plannedClaims: [],
  planCost: null,
  unschedulable: [],
  existingPlacements: [],
  candidates: [],
  moves: [],
  budgets: [],
  events: [event(proposedAt, 'Proposed')],
  version: 1,
});

/** The claim of a decision for five pods, with what else would have done. */
const plannedClaim = (nodeClaim: NodeClaim | null): PlannedNodeClaim => ({
  plannedId: 'claim-0001',
  nodeClaim,
  nodePool: 'general',
  pods: Array.from({ length: 5 }, (_, index) => ({
    uid: `uid-${index}`,
    namespace: 'default',
    name: `inflate-7d9c5b-${'abcde'[index] ?? 'x'}x4kp`,
    owner: 'ReplicaSet/inflate',
  })),
  requests: [cpuOf(5200), memoryOf(gibibytes(5) + 260 * 1024 ** 2)],
  requirements: [
    'karpenter.k8s.aws/instance-category In [c m r]',
    'karpenter.sh/capacity-type In [on-demand spot]',
    'kubernetes.io/arch In [amd64]',
  ],
  expected: offering('c6i.2xlarge', 'us-east-1b', '112200'),
  savingAgainstNextBest: '11800',
  options: [
    offering('c6i.2xlarge', 'us-east-1b', '112200'),
    offering('m6i.2xlarge', 'us-east-1a', '124000'),
    {
      ...offering('m7i.2xlarge', 'us-east-1a', '131100'),
      priceOverlay: { name: 'm7i-negotiated', listedPrice: '149800' },
    },
    offering('c7a.2xlarge', 'us-east-1c', '139590'),
    { ...offering('c6i.2xlarge', 'us-east-1b', '340000'), capacityType: 'ON_DEMAND' },
  ],
  optionCount: 46,
  rejected: [
    {
      reason: {
        code: 'INSTANCE_TYPE_TOO_SMALL',
        data: { resource: 'cpu', requested: 5200, largest: 3910, instanceType: 'm6i.xlarge' },
      },
      count: 118,
      examples: ['c6i.xlarge', 'm6i.xlarge', 'c7a.xlarge'],
    },
    {
      reason: {
        code: 'INSTANCE_TYPE_MISMATCH',
        data: {
          key: 'kubernetes.io/arch',
          required: [{ operator: 'In', values: ['amd64'], omitted: 0 }],
          found: [{ operator: 'In', values: ['arm64'], omitted: 0 }],
        },
      },
      count: 64,
      examples: ['c7g.2xlarge', 'm7g.2xlarge'],
    },
    {
      reason: { code: 'MORE_EXPENSIVE_THAN_CHOSEN', data: {} },
      count: 412,
      examples: ['m7i.4xlarge'],
    },
  ],
  gap: {
    dualValue: '112900',
    parts: { offeringPremium: '4100', unusedCapacity: '20200', placementPremium: '0' },
  },
});

const offering = (instanceType: string, zone: string, price: string): PlannedOffering => ({
  instanceType,
  zone,
  capacityType: 'SPOT',
  price,
  isPriceEstimated: false,
  priceOverlay: null,
});

/** With the charge per node that the worker counts by default. */
const planCost: PlanCost = {
  cost: '137200',
  lowerBound: '112900',
  gapRatio: 137_200 / 112_900 - 1,
  firstFitCost: '181000',
  firstFitNodeCount: 2,
  nodeCharge: '25000',
  method: 'GREEDY',
  diversity: '0',
  gapParts: { offeringPremium: '4100', unusedCapacity: '20200', placementPremium: '0' },
};

const tooBig = (at: number): UnschedulablePod => ({
  pod: { uid: 'uid-8', namespace: 'search', name: 'indexer-0', owner: 'StatefulSet/indexer' },
  reasons: [],
  byNodePool: [
    {
      nodePool: 'general',
      reason: {
        code: 'RESOURCE_TOO_LARGE',
        data: {
          resource: 'memory',
          requested: gibibytes(97),
          largest: gibibytes(29),
          instanceType: 'm6i.2xlarge',
        },
      },
      nearest: {
        instanceType: 'm6i.2xlarge',
        shortages: [{ resource: 'memory', requested: gibibytes(97), allocatable: gibibytes(29) }],
      },
    },
  ],
  queuePosition: 1,
  evaluatedAt: iso(at),
});

/** Nodes bought for five pods of a deployment. */
export function createProvision(seed: Omit<DecisionSeed, 'kind'>, node?: Node): Decision {
  const { proposedAt, state } = seed;
  const isDone = state === 'EXECUTED';
  const nodeName = node?.name ?? 'node';
  const launched = [
    event(proposedAt + 900, 'ExecutionStarted'),
    event(proposedAt + 3_100, 'NodeClaimLaunched', 'kerf', {
      nodeName: 'general-x7k2p',
      expectedMicroUsdPerHour: 112_200,
      actualMicroUsdPerHour: 112_200,
    }),
    event(proposedAt + 34_000, 'NodeClaimRegistered', 'kerf', { nodeName }),
    event(proposedAt + 42_000, 'NodeClaimInitialized', 'kerf', { nodeName }),
    event(proposedAt + 42_200, 'Executed'),
  ];
  const webPod = {
    uid: 'uid-9',
    namespace: 'web',
    name: 'web-frontend-7d9cb-q9x2z',
    owner: 'ReplicaSet/web-frontend',
  };
  return {
    ...bare({ ...seed, kind: 'PROVISION' }),
    nodeCount: 1,
    podCount: 5,
    costChange: '112200',
    outcome: { ...noNodes, succeededNodes: isDone ? 1 : 0 },
    plannedClaims: [plannedClaim(isDone ? (node?.nodeClaim ?? null) : null)],
    existingPlacements: [{ nodeName: 'ip-10-41-0-14.ec2.internal', pods: [webPod] }],
    planCost,
    unschedulable: [tooBig(proposedAt)],
    decidedAt: iso(proposedAt),
    finishedAt: isDone ? iso(proposedAt + 42_200) : null,
    progress: isDone
      ? null
      : {
          done: 0,
          total: 1,
          phases: [{ phase: 'Joining', count: 1 }],
          waitingFor: [],
          failures: [],
        },
    events: [event(proposedAt, 'Proposed'), ...(isDone ? launched : launched.slice(0, 2))],
  };
}

/** A removal that is carried out: one node is held by a budget, and the API server denies a call. */
export function retrying(decision: Decision, now: number): Decision {
  return {
    ...decision,
    executionStep: 'MarkedForDeletion',
    progress: {
      done: 1,
      total: decision.nodeCount,
      phases: [
        { phase: 'Draining', count: decision.nodeCount - 1 },
        { phase: 'Gone', count: 1 },
      ],
      waitingFor: [
        'general-x2k4p: PodDisruptionBudget checkout/cart blocks eviction of pod cart-6d9f-x2kpq',
      ],
      failures: [
        {
          operation: 'node-claim.terminate',
          object: 'NodeClaim/general-b7m2q',
          errorCode: 'CLUSTER.FORBIDDEN',
          message:
            'PATCH /api/v1/nodes/ip-10-41-0-77.ec2.internal: nodes "ip-10-41-0-77.ec2.internal" is forbidden: User "kerf" cannot patch resource "nodes" in API group "" at the cluster scope',
          remedy:
            'Grant “patch nodes” to the groups of the role’s access entry: apply deploy/rbac in checkout-prod-use1.',
          attempts: 9,
          firstFailedAt: iso(now - 4 * minute),
          lastFailedAt: iso(now - 40 * second),
        },
      ],
    },
  };
}

/** Empty nodes that go. */
export function createRemoval(
  seed: Omit<DecisionSeed, 'kind'>,
  nodes: readonly Node[],
  budgets: readonly BudgetStatus[],
): Decision {
  const { proposedAt, state } = seed;
  const saved = nodes.reduce((sum, { price }) => sum + Number(price ?? 0), 0);
  const isUnpriced = nodes.some(({ price }) => price === null);
  return {
    ...bare({ ...seed, kind: 'EMPTY' }),
    nodePools: [...new Set(nodes.map(({ nodePool }) => nodePool ?? ''))],
    nodeCount: nodes.length,
    costChange: isUnpriced ? null : String(-saved),
    expiresAt: iso(proposedAt + 24 * hour),
    candidates: nodes.map(toCandidate),
    budgets: budgets.filter(({ reason }) => reason === 'EMPTY').slice(0, 2),
    ...outcomeOf(state, proposedAt),
    events: eventsOf(state, proposedAt),
  };
}

const toCandidate = (node: Node): DisruptionCandidate => ({
  nodeName: node.name,
  nodeClaimId: node.nodeClaimId ?? '',
  nodePool: node.nodePool ?? '',
  instanceType: node.instanceType ?? null,
  zone: node.zone ?? null,
  capacityType: node.capacityType ?? null,
  price: node.price ?? null,
  priceOverlay: null,
  daemonPods: 3,
  drift: null,
});

function outcomeOf(state: DecisionState, proposedAt: number): Partial<Decision> {
  const decided = { decidedAt: iso(proposedAt + 4 * minute), decidedBy: 'mara' };
  switch (state) {
    case 'REJECTED':
      return {
        ...decided,
        comment: 'The night batch needs them at 22:00',
        finishedAt: decided.decidedAt,
      };
    case 'EXECUTED':
      return { ...decided, comment: 'ok', finishedAt: iso(proposedAt + 6 * minute) };
    case 'SUPERSEDED':
      return { finishedAt: iso(proposedAt + 9 * minute) };
    default:
      return {};
  }
}

function eventsOf(state: DecisionState, at: number): DecisionEvent[] {
  const asked = [
    event(at, 'Proposed'),
    event(at + 15 * second, 'Validated'),
    event(at + 15 * second, 'ApprovalRequested'),
  ];
  switch (state) {
    case 'REJECTED':
      return [
        ...asked,
        event(at + 4 * minute, 'Rejected', 'mara', {
          comment: 'The night batch needs them at 22:00',
        }),
      ];
    case 'SUPERSEDED':
      return [
        ...asked,
        event(at + 9 * minute, 'Superseded', 'kerf', {
          dropped: [
            {
              nodeName: 'ip-10-41-0-91.ec2.internal',
              reasons: [{ code: 'NOT_EMPTY', pods: 4 }],
            },
          ],
        }),
      ];
    case 'EXECUTED':
      return [
        ...asked,
        event(at + 4 * minute, 'Approved', 'mara', { comment: 'ok' }),
        event(at + 4 * minute + second, 'ExecutionStarted'),
        event(at + 4 * minute + 3 * second, 'StepDone', 'kerf', { step: 'Tainted' }),
        event(at + 5 * minute, 'NodeClaimTerminated', 'kerf', {
          nodeName: 'ip-10-41-0-63.ec2.internal',
        }),
        event(at + 6 * minute, 'Executed'),
      ];
    default:
      return asked;
  }
}

/** Five nodes for thirty-one pods, none of which the cloud launched. */
export function createFailedLaunch(
  seed: Pick<DecisionSeed, 'id' | 'cluster' | 'proposedAt'>,
  nodeClaim: NodeClaim | undefined,
): Decision {
  const { proposedAt } = seed;
  const detail = 'InsufficientInstanceCapacity in 3 offerings';
  return {
    ...bare({ ...seed, kind: 'PROVISION', state: 'FAILED' }),
    nodeCount: 5,
    podCount: 31,
    costChange: '561000',
    outcome: { ...noNodes, launchFailedNodes: 5 },
    plannedClaims: [plannedClaim(nodeClaim ?? null)],
    planCost,
    decidedAt: iso(proposedAt),
    finishedAt: iso(proposedAt + 3_000),
    events: [
      event(proposedAt, 'Proposed'),
      event(proposedAt + 900, 'ExecutionStarted'),
      event(proposedAt + 2_900, 'NodeClaimLaunchFailed', 'kerf', { detail }),
      event(proposedAt + 3_000, 'Failed'),
    ],
  };
}

/** A node whose pool has another label now, replaced by one for its pods. */
export function createDrift(seed: Omit<DecisionSeed, 'kind'>, nodes: readonly Node[]): Decision {
  const { proposedAt, state } = seed;
  const planned = plannedClaim(null);
  const pods = planned.pods.map((pod) => ({ ...pod, owner: '' }));
  return {
    ...bare({ ...seed, kind: 'DRIFT' }),
    nodeCount: nodes.length,
    podCount: pods.length,
    costChange: '11800',
    plannedClaims: [{ ...planned, pods, gap: null }],
    moves: pods.map(({ namespace, name }) => ({
      pod: `${namespace}/${name}`,
      from: nodes[0]?.name ?? '',
      to: planned.plannedId,
    })),
    candidates: nodes.map((node) => ({
      ...toCandidate(node),
      drift: {
        reason: 'NodePoolDrifted',
        definition: `NodePool/${node.nodePool ?? ''}`,
        since: iso(proposedAt - 2 * minute),
        fields: [
          { path: 'spec.template.metadata.labels.team', before: 'web', after: 'shop' },
          { path: 'spec.template.spec.expireAfter', before: '720h', after: '336h' },
        ],
      },
    })),
    expiresAt: iso(proposedAt + 24 * hour),
    decidedAt: state === 'APPROVED' ? iso(proposedAt + minute) : null,
    decidedBy: state === 'APPROVED' ? 'mara' : null,
    events: eventsOf(state, proposedAt),
  };
}
