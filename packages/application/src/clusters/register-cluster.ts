import { type FieldProblem, hasErrorCode } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import {
  type Cluster,
  defaultClusterSettings,
  type RegistrationCheck,
  registrationSteps,
} from '../domain/cluster/cluster.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Secrets } from '../ports/secrets.js';
import { auditWrite } from '../recording/audit.js';

/** The input of a cluster registration. */
export interface RegisterClusterInput {
  readonly name: string;
  readonly region: string;
  readonly roleArn: string;
  /**
   * Only for callers that may use the server's own files; see {@link registerCluster}. Generated
   * when missing.
   */
  readonly externalId?: string | null;
  readonly endpoint: string | null;
  readonly certificateAuthority: string | null;
  readonly mode: ClusterMode;
  readonly interruptionQueue?: string | null;
  readonly requestId: string | null;
}

/** The result of a registration. */
export type RegisterClusterOutcome =
  | { readonly kind: 'Registered'; readonly cluster: Cluster }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'NameTaken' };

/**
 * Records a cluster and requests its registration check. Kerf changes nothing in the cluster before
 * the check has passed.
 * Kerf generates the external ID unless an operator of the server passes the one that the role
 * expects. If API callers chose it, a caller who knows the role and external ID of another user's
 * cluster could have Kerf assume that role. The external ID is not audited, because readers of the
 * audit log need not know it.
 */
export async function registerCluster(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'> & { readonly secrets: Pick<Secrets, 'create'> },
  principal: Principal,
  input: RegisterClusterInput,
): Promise<RegisterClusterOutcome> {
  const problems = problemsOf(input);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const now = ports.clock.now();
  const { requestId, interruptionQueue = null, externalId, ...given } = input;
  const fields = { ...given, interruptionQueue };
  const cluster: Cluster = {
    ...fields,
    externalId: externalId ?? ports.secrets.create('kerf_external'),
    configuredMode: input.mode,
    hold: null,
    id: ports.ids.next('clu'),
    endpointIsGiven: input.endpoint !== null,
    facts: null,
    settings: defaultClusterSettings,
    zonalShifts: [],
    connection: { state: 'Checking', problem: null, syncedAt: null, changedAt: now },
    checks: waitingChecks,
    createdAt: now,
    version: 1,
  };
  try {
    await ports.store.transaction(async (tx) => {
      await tx.clusters.insert(cluster);
      await tx.outbox.add([
        {
          message: { type: 'cluster.check-registration', clusterId: cluster.id },
          deliverAt: now,
        },
      ]);
      await auditWrite(ports, tx, principal, {
        action: 'cluster.register',
        object: { kind: 'Cluster', id: cluster.id, name: cluster.name },
        clusterId: cluster.id,
        after: fields,
        requestId,
      });
      const { id, version } = cluster;
      await tx.changes.publish({ topic: 'cluster', clusterId: id, id, version });
    });
  } catch (error) {
    if (hasErrorCode(error, 'STATE.CONFLICT')) return { kind: 'NameTaken' };
    throw error;
  }
  return { kind: 'Registered', cluster };
}

/** The registration checks of a new cluster, all in state `Waiting`. */
export const waitingChecks: readonly RegistrationCheck[] = registrationSteps.map((step) => ({
  step,
  state: 'Waiting',
  detail: null,
  remedy: null,
}));

interface FieldRule {
  readonly field:
    | 'name'
    | 'region'
    | 'roleArn'
    | 'externalId'
    | 'endpoint'
    | 'certificateAuthority'
    | 'interruptionQueue';
  readonly pattern: RegExp;
  readonly message: string;
}

/** Sources: EKS CreateCluster (name), IAM (ARN), STS AssumeRole (external id). */
const rules: readonly FieldRule[] = [
  {
    field: 'name',
    pattern: /^[0-9A-Za-z][0-9A-Za-z_-]{0,99}$/,
    message: 'must be the EKS cluster’s name: letters, digits, - and _, at most 100',
  },
  {
    field: 'region',
    pattern: /^[a-z]{2}(-[a-z]+)+-\d$/,
    message: 'must be an AWS region such as eu-west-1',
  },
  {
    field: 'roleArn',
    pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
    message: 'must be the ARN of an IAM role such as arn:aws:iam::111122223333:role/kerf',
  },
  {
    field: 'externalId',
    pattern: /^[\w+=,.@:/-]{2,1224}$/,
    message: 'must be 2 to 1,224 letters, digits and _+=,.@:/-',
  },
  {
    // Source: SQS CreateQueue.
    field: 'interruptionQueue',
    pattern: /^[\w-]{1,80}$/,
    message: 'must be an SQS queue’s name: letters, digits, - and _, at most 80',
  },
  {
    field: 'endpoint',
    pattern:
      /^https:\/\/[\w.-]+(:(6553[0-5]|655[0-2]\d|65[0-4]\d{2}|6[0-4]\d{3}|[1-5]\d{4}|[1-9]\d{0,3}))?\/?$/,
    message: 'must be the API server’s URL, https://…, with a port up to 65535 and without a path',
  },
  {
    field: 'certificateAuthority',
    pattern: /^LS0tLS1CRUdJTi[A-Za-z0-9+/]+={0,2}$/,
    message: 'must be the CA certificate in PEM, encoded in base64 as by DescribeCluster',
  },
];

/** Returns the problems of the given fields. Absent and `null` fields are not checked. */
export function fieldProblems(
  input: Readonly<Partial<Record<FieldRule['field'], string | null>>>,
): readonly FieldProblem[] {
  return rules.flatMap(({ field, pattern, message }) => {
    const value = input[field] ?? null;
    return value === null || pattern.test(value) ? [] : [{ path: field, message }];
  });
}

function problemsOf(input: RegisterClusterInput): readonly FieldProblem[] {
  const problems = [...fieldProblems(input)];
  const hasEndpoint = input.endpoint !== null;
  if (hasEndpoint !== (input.certificateAuthority !== null)) {
    problems.push({
      path: hasEndpoint ? 'certificateAuthority' : 'endpoint',
      message:
        'must be set together with the other of endpoint and certificateAuthority; omit both to read them from DescribeCluster',
    });
  }
  return problems;
}
