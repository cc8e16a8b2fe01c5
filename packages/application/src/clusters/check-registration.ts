import {
  type ClusterId,
  type DurationMs,
  type ErrorCode,
  hasErrorCode,
  type Instant,
  isAppError,
} from '@kerf/core';
import type {
  Cluster,
  ClusterFacts,
  ClusterHold,
  RegistrationCheck,
  RegistrationStep,
} from '../domain/cluster/cluster.js';
import { holdByKarpenter } from '../domain/controllers/cluster-hold.js';
import { KarpenterSightings } from '../domain/controllers/running-karpenter.js';
import type { NodeClassProblem, NodeClassResolution } from '../domain/definition/definition.js';
import type { Ec2NodeClassManifest } from '../domain/definition/ec2-node-class-manifest.js';
import { done, type JobOutcome, notNeeded } from '../domain/use-case-outcome.js';
import type { ClusterConnectionDetails } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';
import { changeCluster } from './change-cluster.js';
import { endpointOf } from './endpoint-of.js';
import { cloudTargetOf, requireCluster } from './require-cluster.js';

type CheckPorts = Pick<Ports, 'store' | 'clock' | 'cloud' | 'gateway'>;

/**
 * Result of one step. A failed step ends the check, because the later steps would fail for the same
 * reason.
 */
type Finding = Omit<RegistrationCheck, 'step'> & {
  /** True when the step failed without an answer that a change of the registration would resolve. */
  readonly isTransient?: boolean;
};

const passed = (detail: string): Finding => ({ state: 'Passed', detail, remedy: null });
const warned = (detail: string, remedy: string): Finding => ({ state: 'Warned', detail, remedy });
const failed = (detail: string, remedy: string): Finding => ({ state: 'Failed', detail, remedy });

/** Kubernetes minor versions that Karpenter v1.14 supports; other versions cause a warning. */
const supportedMinors = { oldest: 26, newest: 36 };
const neededKinds = [
  'nodepools.karpenter.sh',
  'nodeclaims.karpenter.sh',
  'ec2nodeclasses.karpenter.k8s.aws',
];

/**
 * Checks access to a cluster step by step and records each result, so that users see which step
 * failed and how to fix it. When all steps passed or only warned, the cluster may be watched. When a
 * server did not answer or was busy, the check is requested again for later.
 * @param input `rejectedAt` of a repeated check; it is not needed once another check has ended since
 */
export async function checkRegistration(
  ports: CheckPorts,
  input: { readonly clusterId: ClusterId; readonly rejectedAt?: Instant | undefined },
): Promise<JobOutcome> {
  const current = await requireCluster(ports.store, input.clusterId);
  if (input.rejectedAt !== undefined && !isRejectedSince(current, input.rejectedAt))
    return notNeeded;
  const steps = new RegistrationSteps(ports, current);
  const running: Finding = { state: 'Running', detail: null, remedy: null };
  for (const [step, look] of steps.inOrder()) {
    if (!(await report(ports, steps, step, running))) return done;
    const finding = await look().catch((error: unknown) => asFailure(error, step));
    const { isTransient = false, ...result } = finding;
    if (!(await report(ports, steps, step, result))) return done;
    if (finding.state === 'Failed') {
      const cluster = await conclude(ports, steps, `${step}: ${finding.detail}`);
      if (isTransient && cluster !== null) await repeatWhileRejected(ports, cluster);
      return done;
    }
  }
  await conclude(ports, steps, null);
  return done;
}

const isRejectedSince = ({ connection }: Cluster, at: Instant): boolean =>
  connection.state === 'Rejected' && connection.changedAt === at;

/**
 * Requests the next check of a rejected cluster. A check that a person requests before it takes its
 * place.
 */
async function repeatWhileRejected(ports: CheckPorts, cluster: Cluster): Promise<void> {
  const { id: clusterId, connection, createdAt } = cluster;
  if (connection.state !== 'Rejected') return;
  const rejectedAt = connection.changedAt;
  const deliverAt = rejectedAt + pauseMs(rejectedAt - createdAt);
  await ports.store.transaction((tx) =>
    tx.outbox.add([
      { message: { type: 'cluster.check-registration', clusterId, rejectedAt }, deliverAt },
    ]),
  );
}

/** The result of DescribeCluster. */
type FoundCluster = Pick<Cluster, 'endpoint' | 'certificateAuthority' | 'endpointIsGiven'> & {
  readonly facts: ClusterFacts;
};

class RegistrationSteps {
  readonly #ports: CheckPorts;
  readonly #cluster: Cluster;
  #found: FoundCluster | null = null;
  #resolution: NodeClassResolution | null = null;
  #hold: ClusterHold | null = null;

  constructor(ports: CheckPorts, cluster: Cluster) {
    this.#ports = ports;
    this.#cluster = cluster;
  }

  /** `null` before DescribeCluster, or when the endpoint was refused. */
  get found(): FoundCluster | null {
    return this.#found;
  }

  get clusterId(): ClusterId {
    return this.#cluster.id;
  }

  /**
   * Returns false when the cluster's access was changed meanwhile; another check covers the new
   * access.
   */
  areAbout(current: Cluster): boolean {
    const { roleArn, externalId } = this.#cluster;
    return current.roleArn === roleArn && current.externalId === externalId;
  }

  get hold(): ClusterHold | null {
    return this.#hold;
  }

  inOrder(): readonly (readonly [RegistrationStep, () => Promise<Finding>])[] {
    return [
      ['AssumeRole', () => this.#assumeRole()],
      ['DescribeCluster', () => this.#describe()],
      ['Connect', () => this.#connect()],
      ['Version', () => this.#version()],
      ['Permissions', () => this.#permissions()],
      ['CustomResources', () => this.#customResources()],
      ['OtherControllers', () => this.#otherControllers()],
      [
        'Subnets',
        () => this.#resolved('SubnetsReady', ({ subnets }) => count(subnets.length, 'subnet')),
      ],
      [
        'SecurityGroups',
        () =>
          this.#resolved('SecurityGroupsReady', ({ securityGroups }) =>
            count(securityGroups.length, 'security group'),
          ),
      ],
      ['Images', () => this.#resolved('AMIsReady', ({ images }) => count(images.length, 'image'))],
      ['InterruptionQueue', () => this.#interruptionQueue()],
    ];
  }

  async #assumeRole(): Promise<Finding> {
    const { cloud } = this.#ports;
    const target = cloudTargetOf(this.#cluster);
    const { accountId, arn } = await cloud.whoAmI(target);
    if (!this.#cluster.roleArn.includes(`::${accountId}:`)) {
      return failed(
        `The IAM role belongs to another account than ${accountId}, the account of the assumed role.`,
        'Use a role of the account in which the cluster runs.',
      );
    }
    return (await cloud.needsExternalId(target))
      ? passed(arn)
      : failed(
          'The IAM role can be assumed without the external ID or with a wrong one, so other users of Kerf could use it.',
          'Add the condition StringEquals sts:ExternalId with the external ID of this registration to every statement of the role’s trust policy that allows Kerf to assume it.',
        );
  }

  async #describe(): Promise<Finding> {
    const described = await this.#ports.cloud.describeCluster(cloudTargetOf(this.#cluster));
    const { facts } = described;
    const found = { ...endpointOf(this.#ports.gateway, this.#cluster, described), facts };
    this.#found = found;
    return passed(`${found.endpoint}, Kubernetes ${facts.kubernetesVersion}`);
  }

  async #connect(): Promise<Finding> {
    const { kubernetesVersion } = await this.#ports.gateway.version(this.#connection());
    return passed(`Connected. The API server has version ${kubernetesVersion}.`);
  }

  #version(): Promise<Finding> {
    const version = this.#found?.facts.kubernetesVersion ?? '';
    const minor = Number(version.split('.')[1]);
    const { oldest, newest } = supportedMinors;
    return Promise.resolve(
      minor >= oldest && minor <= newest
        ? passed(`Kubernetes ${version}`)
        : warned(
            `Kubernetes ${version} is not tested.`,
            `Tested versions: 1.${oldest} to 1.${newest}.`,
          ),
    );
  }

  async #permissions(): Promise<Finding> {
    const scope = this.#cluster.configuredMode === 'observe' ? 'observe' : 'act';
    const missing = await this.#ports.gateway.missingPermissions(this.#connection(), scope);
    const remedy =
      'Apply deploy/rbac in the cluster, and give the access entry the group that it is bound to.';
    if (missing.needed.length > 0) {
      return failed(`Missing permissions: ${missing.needed.join(', ')}.`, remedy);
    }
    return missing.extra.length === 0
      ? passed(`All permissions for mode ${this.#cluster.configuredMode} are granted.`)
      : warned(
          `Missing optional permissions: ${missing.extra.join(', ')}. Kerf decides without these objects.`,
          remedy,
        );
  }

  async #customResources(): Promise<Finding> {
    const served = await this.#ports.gateway.customResources(this.#connection());
    const missing = neededKinds.filter((kind) => !served.includes(kind));
    return missing.length === 0
      ? passed('NodePool, NodeClaim and EC2NodeClass are installed.')
      : warned(
          `Missing CRDs: ${missing.join(', ')}.`,
          'Run kubectl apply -f deploy/crds. Without the CRDs, definitions exist in Kerf only.',
        );
  }

  /** Detects a running Karpenter. It keeps Kerf from acting; in mode `observe` both may run. */
  async #otherControllers(): Promise<Finding> {
    const { gateway, clock } = this.#ports;
    try {
      const now = clock.now();
      const controllers = await gateway.findControllers(this.#connection());
      const karpenter = new KarpenterSightings().running(controllers, now);
      this.#hold = karpenter === null ? null : holdByKarpenter(karpenter, now);
    } catch (error) {
      if (!hasErrorCode(error, 'CLUSTER.FORBIDDEN')) throw error;
      return warned(
        `Kerf cannot check whether Karpenter runs: ${error.message}`,
        remedies.Permissions,
      );
    }
    if (this.#hold === null) return passed('No other Karpenter is running.');
    return this.#cluster.configuredMode === 'observe'
      ? passed('Karpenter is running. Kerf changes nothing in mode observe.')
      : warned(this.#hold.message, 'Scale Karpenter to 0 replicas, or set the mode to observe.');
  }

  async #resolved(
    condition: NodeClassProblem['condition'],
    found: (resolution: NodeClassResolution) => string,
  ): Promise<Finding> {
    this.#resolution ??= await this.#ports.cloud.resolveNodeClass(
      cloudTargetOf(this.#cluster),
      { name: 'registration-check', spec: usualNodeClass(this.#cluster.name) },
      this.#found?.facts.kubernetesVersion ?? '',
      'observe',
    );
    const problem = this.#resolution.problems.find(
      (candidate) => candidate.condition === condition,
    );
    return problem === undefined
      ? passed(found(this.#resolution))
      : warned(
          problem.message,
          `Tag them with karpenter.sh/discovery=${this.#cluster.name}, or use other selectors in your EC2NodeClass.`,
        );
  }

  /**
   * Checks the interruption queue. It is optional, so a problem never keeps the cluster from being
   * watched.
   */
  async #interruptionQueue(): Promise<Finding> {
    const { interruptionQueue: name } = this.#cluster;
    if (name === null)
      return passed('No queue is configured. Nodes are not drained before AWS interrupts them.');
    try {
      const { cloud } = this.#ports;
      const { waitingMessages } = await cloud.describeQueue(cloudTargetOf(this.#cluster), name);
      return passed(`Queue ${name} has ${count(waitingMessages, 'message')}.`);
    } catch (error) {
      const { detail, remedy } = asFailure(error, 'InterruptionQueue');
      return warned(
        detail ?? '',
        hasErrorCode(error, 'CLOUD.INVALID')
          ? `Set interruptionQueue to the name of an SQS queue in the cluster’s account and the region ${this.#cluster.region}.`
          : (remedy ?? ''),
      );
    }
  }

  #connection(): ClusterConnectionDetails {
    return {
      clusterId: this.#cluster.id,
      endpoint: this.#found?.endpoint ?? '',
      certificateAuthority: this.#found?.certificateAuthority ?? '',
      target: cloudTargetOf(this.#cluster),
    };
  }
}

const count = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`;

/** Returns an EC2NodeClass with the selectors that Karpenter's guides recommend. */
function usualNodeClass(clusterName: string): Ec2NodeClassManifest {
  const terms = [{ tags: { 'karpenter.sh/discovery': clusterName } }];
  return {
    subnetSelectorTerms: terms,
    securityGroupSelectorTerms: terms,
    amiSelectorTerms: [{ alias: 'al2023@latest' }],
    // The check creates no instance profile and launches nothing with this name.
    instanceProfile: 'registration-check',
    metadataOptions: {
      httpEndpoint: 'enabled',
      httpProtocolIPv6: 'disabled',
      httpPutResponseHopLimit: 1,
      httpTokens: 'required',
    },
  };
}

const remedies: Readonly<Record<RegistrationStep, string>> = {
  AssumeRole:
    'Allow Kerf’s own role sts:AssumeRole and sts:TagSession in the role’s trust policy, with the external ID of this registration. The cluster’s settings show the policy. Then check again.',
  DescribeCluster: 'Allow eks:DescribeCluster for this cluster, and check its name and region.',
  Connect: 'Check the endpoint, its CA certificate, and the network between Kerf and the endpoint.',
  Version: 'Try again.',
  Permissions:
    'Create an EKS access entry for the role, with a group that deploy/rbac is bound to.',
  CustomResources: 'Try again.',
  OtherControllers: 'Try again.',
  Subnets: 'Allow ec2:DescribeSubnets.',
  SecurityGroups: 'Allow ec2:DescribeSecurityGroups.',
  Images: 'Allow ec2:DescribeImages and ssm:GetParameter for /aws/service/*.',
  InterruptionQueue:
    'Allow sqs:GetQueueUrl, sqs:GetQueueAttributes, sqs:ReceiveMessage and sqs:DeleteMessage for the queue in interruptionQueue.',
};

const endpointRemedy =
  'Register the cluster without endpoint and certificateAuthority, or add the endpoint’s host or the range of its private addresses to KERF_ALLOWED_CLUSTER_ENDPOINTS of the worker.';

const busyRemedy =
  'The server answers too many requests at the moment. Kerf checks again by itself.';
/** Remedies of errors that have the same cause in each step. */
const remediesOfErrors: Readonly<Partial<Record<ErrorCode, string>>> = {
  'CLUSTER.ENDPOINT_REFUSED': endpointRemedy,
  'CLUSTER.UNREACHABLE': `${remedies.Connect} Kerf checks again by itself.`,
  'CLUSTER.RATE_LIMITED': busyRemedy,
  'CLOUD.UNREACHABLE':
    'Check the network between Kerf and the AWS endpoints of the region. Kerf checks again by itself.',
  'CLOUD.RATE_LIMITED': busyRemedy,
};

/** A check that failed with one of these errors is repeated. */
const transientCodes: readonly ErrorCode[] = [
  'CLUSTER.UNREACHABLE',
  'CLUSTER.RATE_LIMITED',
  'CLUSTER.FAILED',
  'CLOUD.UNREACHABLE',
  'CLOUD.RATE_LIMITED',
];
const firstPauseMs: DurationMs = 15_000;
const lastPauseMs: DurationMs = 300_000;

/** The longer a cluster has been registered, the longer is the pause before the next check. */
const pauseMs = (registeredForMs: DurationMs): DurationMs =>
  Math.min(lastPauseMs, Math.max(firstPauseMs, Math.round(registeredForMs / 4)));

/**
 * Returns the failed step for an error.
 * @throws bugs, which no change of the registration resolves
 */
function asFailure(error: unknown, step: RegistrationStep): Finding {
  if (!isAppError(error)) throw error;
  const isTransient = transientCodes.includes(error.code);
  return { ...failed(error.message, remediesOfErrors[error.code] ?? remedies[step]), isTransient };
}

/**
 * Records the result of a step.
 * @returns false when nothing was recorded, because the check used access that has been replaced
 */
async function report(
  ports: CheckPorts,
  steps: RegistrationSteps,
  step: RegistrationStep,
  finding: Finding,
): Promise<boolean> {
  const saved = await changeCluster(ports, steps.clusterId, (cluster) =>
    steps.areAbout(cluster)
      ? {
          ...cluster,
          checks: cluster.checks.map((check) =>
            check.step === step ? { step, ...finding } : check,
          ),
        }
      : null,
  );
  return saved !== null;
}

/** @returns the cluster; `null` when the check used access that has been replaced */
async function conclude(
  ports: CheckPorts,
  steps: RegistrationSteps,
  problem: string | null,
): Promise<Cluster | null> {
  const now = ports.clock.now();
  const { found, hold } = steps;
  return changeCluster(ports, steps.clusterId, (cluster) => {
    if (!steps.areAbout(cluster)) return null;
    const isFirst =
      cluster.connection.state === 'Checking' || cluster.connection.state === 'Rejected';
    return {
      ...cluster,
      ...found,
      // The worker that watches the cluster has a newer result.
      hold: isFirst ? hold : cluster.hold,
      checks: cluster.checks.map((check) =>
        check.state === 'Waiting' && problem !== null
          ? { ...check, state: 'Skipped' as const }
          : check,
      ),
      connection: isFirst
        ? {
            ...cluster.connection,
            state: problem === null ? 'Connecting' : 'Rejected',
            problem,
            changedAt: now,
          }
        : cluster.connection,
    };
  });
}
