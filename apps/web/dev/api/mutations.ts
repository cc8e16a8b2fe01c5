import type {
  ApproveDecisionInput,
  Cluster,
  ConnectionState,
  CreateApiTokenInput,
  Decision,
  DecisionState,
  DeleteDefinitionInput,
  RegisterClusterInput,
  RejectDecisionInput,
  RemoveClusterInput,
  RevokeApiTokenInput,
  SetPasswordInput,
  UpdateClusterInput,
  UserError,
  UserErrorCode,
} from '../generated/schema.js';
import { checkSteps, defaultSettings, iso, passedChecks } from '../world/clusters.js';
import { summarize, type World } from '../world/world.js';
import type { Changes } from './changes.js';
import { readManifests } from './manifests.js';

interface Input<T> {
  readonly input: T;
}

const refuse = (code: UserErrorCode, message: string, field: string | null = null): UserError[] => [
  { code, field, message },
];

/** Root fields of Mutation: each changes the world and says so. */
export function createMutations(world: World, changes: Changes, clock: () => number) {
  const notice = (
    topic: 'DECISION' | 'CLUSTER' | 'DEFINITION' | 'AUDIT',
    clusterId: string | null,
  ) => changes.publish({ topic, clusterId, id: null, version: clock() });
  return {
    ...createDecisionMutations(world, changes, clock),
    ...createClusterMutations(world, changes, clock),
    applyManifests: readManifests(world, clock, (clusterId) => notice('DEFINITION', clusterId)),
    deleteDefinition: ({ input }: Input<DeleteDefinitionInput>) => {
      const index = world.pools.findIndex(({ id }) => id === input.id);
      if (index === -1)
        return { deletedId: null, userErrors: refuse('NOT_FOUND', 'It is gone already') };
      world.pools.splice(index, 1);
      notice('DEFINITION', null);
      return { deletedId: input.id, userErrors: [] };
    },
    createApiToken: ({ input }: Input<CreateApiTokenInput>) => {
      const token = {
        id: `tok_${world.tokens.length + 1}`,
        name: input.name,
        scope: input.scope,
        createdAt: iso(clock()),
        createdBy: world.viewer.name,
        expiresAt: iso(clock() + input.expiresInDays * 86_400_000),
        lastUsedAt: null,
        revokedAt: null,
      };
      world.tokens.unshift(token);
      return { token, secret: 'kerf_pat_9Xc2mQ7vT4bLk8Zr1Wn6', userErrors: [] };
    },
    revokeApiToken: ({ input }: Input<RevokeApiTokenInput>) => {
      const token = world.tokens.find(({ id }) => id === input.id) ?? null;
      if (token !== null) token.revokedAt = iso(clock());
      return { token, userErrors: [] };
    },
    setPassword: ({ input }: Input<SetPasswordInput>) => {
      if (input.newPassword.length < 12) {
        return {
          userErrors: refuse('INVALID', 'It needs at least 12 characters', 'input.newPassword'),
        };
      }
      world.viewer.hasPassword = true;
      if (input.revokeTokens === true) {
        for (const token of world.tokens) {
          if (token.createdBy === world.viewer.name) token.revokedAt ??= iso(clock());
        }
      }
      return { userErrors: [] };
    },
    signOut: () => ({ userErrors: [] }),
  };
}

function createDecisionMutations(world: World, changes: Changes, clock: () => number) {
  const decide = (
    { id, expectedVersion, comment }: ApproveDecisionInput | RejectDecisionInput,
    state: DecisionState,
  ): { decision: Decision | null; userErrors: UserError[] } => {
    const decision = world.decisions.find((each) => each.id === id);
    if (decision === undefined) {
      return { decision: null, userErrors: refuse('NOT_FOUND', 'There is no such decision') };
    }
    if (decision.version !== expectedVersion) {
      return {
        decision,
        userErrors: refuse('STALE', 'The decision changed since you read it; read it again.'),
      };
    }
    const at = iso(clock());
    Object.assign(decision, {
      state,
      version: decision.version + 1,
      decidedAt: at,
      decidedBy: world.viewer.name,
      comment: comment ?? null,
    });
    decision.events.push({
      at,
      kind: state === 'APPROVED' ? 'Approved' : 'Rejected',
      actor: world.viewer.name,
      data: comment ? { comment } : {},
    });
    changes.publish({ topic: 'DECISION', clusterId: decision.clusterId, id, version: clock() });
    return { decision, userErrors: [] };
  };
  return {
    approveDecision: ({ input }: Input<ApproveDecisionInput>) => decide(input, 'APPROVED'),
    rejectDecision: ({ input }: Input<RejectDecisionInput>) => decide(input, 'REJECTED'),
  };
}

function createClusterMutations(world: World, changes: Changes, clock: () => number) {
  const touch = (cluster: Cluster) => {
    cluster.version += 1;
    const { id, version } = cluster;
    changes.publish({ topic: 'CLUSTER', clusterId: id, id, version });
    return { cluster, userErrors: [] };
  };
  const find = (id: string) => world.clusters.find((cluster) => cluster.id === id);
  const gone = { cluster: null, userErrors: refuse('NOT_FOUND', 'It was removed meanwhile') };
  return {
    registerCluster: ({ input }: Input<RegisterClusterInput>) => {
      if (world.clusters.some(({ name }) => name === input.name)) {
        const message = `A cluster named ${input.name} is already registered.`;
        return { cluster: null, userErrors: refuse('CONFLICT', message, 'input.name') };
      }
      const cluster = newCluster(world, input, clock());
      runCheck(world, cluster, { clock, touch });
      return touch(cluster);
    },
    updateCluster: ({ input }: Input<UpdateClusterInput>) => {
      const cluster = find(input.id);
      if (cluster === undefined) return gone;
      if (cluster.version !== input.expectedVersion) {
        return {
          cluster,
          userErrors: refuse('STALE', 'Somebody changed it meanwhile; look again.'),
        };
      }
      const { mode, interruptionQueue, roleArn, id: _id, expectedVersion: _v, ...settings } = input;
      if (roleArn && !roleArn.startsWith('arn:')) {
        const message =
          'must be the ARN of an IAM role such as arn:aws:iam::111122223333:role/kerf';
        return { cluster: null, userErrors: refuse('INVALID', message, 'input.roleArn') };
      }
      if (roleArn && roleArn !== cluster.roleArn) {
        cluster.roleArn = roleArn;
        runCheck(world, cluster, { clock, touch });
      }
      if (interruptionQueue !== undefined) cluster.interruptionQueue = interruptionQueue;
      if (mode) {
        cluster.mode = mode;
        cluster.effectiveMode = cluster.hold === null ? mode : 'OBSERVE';
      }
      const given = Object.entries(settings).filter(([, value]) => value !== null);
      cluster.settings = { ...cluster.settings, ...Object.fromEntries(given) };
      return touch(cluster);
    },
    recheckCluster: ({ input }: Input<{ readonly id: string }>) => {
      const cluster = find(input.id);
      if (cluster === undefined) return gone;
      runCheck(world, cluster, { clock, touch });
      return touch(cluster);
    },
    removeCluster: ({ input }: Input<RemoveClusterInput>) => {
      const cluster = find(input.id);
      if (cluster === undefined || cluster.name !== input.confirmName) {
        return { removedId: null, userErrors: refuse('INVALID', 'The name does not match') };
      }
      if (cluster.version !== input.expectedVersion) {
        return {
          removedId: null,
          userErrors: refuse('STALE', 'The cluster was changed (its version is 2). Read it again.'),
        };
      }
      world.clusters.splice(world.clusters.indexOf(cluster), 1);
      touch(cluster);
      return { removedId: input.id, userErrors: [] };
    },
  };
}

function newCluster(world: World, input: RegisterClusterInput, now: number): Cluster {
  const cluster: Cluster = {
    id: `clu_${world.clusters.length + 1}`,
    name: input.name,
    region: input.region,
    accountId: null,
    kubernetesVersion: null,
    nodeOverlays: [],
    capacityBuffers: [],
    endpoint: null,
    roleArn: input.roleArn,
    externalId: `kerf_external_${input.name}`,
    interruptionQueue: input.interruptionQueue ?? null,
    mode: input.mode,
    effectiveMode: input.mode,
    hold: null,
    connection: { state: 'CHECKING', problem: null, syncedAt: null, changedAt: iso(now) },
    checks: [],
    settings: defaultSettings,
    attention: [],
    findings: [],
    summary: null,
    createdAt: iso(now),
    version: 1,
  };
  world.clusters.push(cluster);
  world.nodes.set(cluster.id, []);
  return cluster;
}

interface CheckRun {
  readonly clock: () => number;
  readonly touch: (cluster: Cluster) => unknown;
}

const stepMs = 600;

/** Steps pass one by one, as they do at a real cluster. */
function runCheck(world: World, cluster: Cluster, { clock, touch }: CheckRun): void {
  const become = (state: ConnectionState, syncedAt: string | null) => {
    cluster.connection = { state, problem: null, syncedAt, changedAt: iso(clock()) };
  };
  become('CHECKING', null);
  cluster.checks = checkSteps.map((step) => ({
    step,
    state: 'WAITING',
    detail: null,
    remedy: null,
  }));
  for (const [index, result] of passedChecks().entries()) {
    setTimeout(
      () => {
        cluster.checks = cluster.checks.map((check) =>
          check.step === result.step ? result : check,
        );
        if (index === checkSteps.length - 1) {
          become('CONNECTED', iso(clock()));
          cluster.summary = summarize(world, cluster, clock());
        }
        touch(cluster);
      },
      stepMs * (index + 1),
    ).unref();
  }
}
