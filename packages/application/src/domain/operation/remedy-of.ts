import { type AppError, isAppError } from '@kerf/core';
import type { Cluster } from '../cluster/cluster.js';

const clockRemedy =
  'AWS refuses signatures of the wrong time: synchronize the clock of the machine on which the worker runs, for example with chrony.';

type FailingCluster = Pick<Cluster, 'name' | 'roleArn' | 'endpoint'>;

/**
 * Returns how to fix an error, as a sentence; `null` when no fix is known. Adapters put the refused
 * permission into the error's `meta`: `permission` in RBAC's terms, `action` in IAM's terms;
 * `isClockSkew` is true when AWS refused the time of a signature.
 */
export function remedyOf(
  { code, meta, cause }: Pick<AppError, 'code' | 'meta' | 'cause'>,
  cluster: FailingCluster,
): string | null {
  const { name, roleArn, endpoint } = cluster;
  switch (code) {
    case 'CLUSTER.FORBIDDEN':
      return `Grant ${permissionIn(meta)} to the groups of the role’s access entry: apply deploy/rbac in ${name}, and add the groups kerf:observe and kerf:act to the access entry of ${roleArn}.`;
    case 'CLUSTER.UNAUTHORIZED':
      if (meta['isClockSkew'] === true) return clockRemedy;
      return typeof meta['action'] === 'string'
        ? `Allow ${meta['action']} to ${roleArn}, and allow Kerf’s own identity to assume the role. See deploy/iam.`
        : `Create an EKS access entry for ${roleArn} in ${name}.`;
    case 'CLUSTER.NOT_FOUND':
      return `Apply deploy/crds in ${name} if its CRDs are missing.`;
    case 'CLUSTER.UNREACHABLE':
    case 'CLUSTER.FAILED':
    case 'CLUSTER.RATE_LIMITED':
      return `Check that the API server of ${name} (${endpoint ?? 'endpoint unknown'}) is healthy and reachable from Kerf.`;
    case 'CLUSTER.NOT_SYNCED':
      return (
        (isAppError(cause) ? remedyOf(cause, cluster) : null) ??
        `Check the connection to ${name}. Kerf makes no decisions until the cluster is synced.`
      );
    case 'DB.UNAVAILABLE':
      return 'Check that Postgres is healthy and reachable from the worker.';
    case 'DB.UNREADABLE':
      return `Restore ${objectIn(meta)} from a backup, or run the version of Kerf that wrote it. The finding RECORD_UNREADABLE names the problem.`;
    default:
      return cloudRemedyOf({ code, meta }, cluster);
  }
}

function cloudRemedyOf(
  { code, meta }: Pick<AppError, 'code' | 'meta'>,
  { roleArn }: FailingCluster,
): string | null {
  switch (code) {
    case 'CLOUD.UNAUTHORIZED':
      if (meta['isClockSkew'] === true) return clockRemedy;
      return meta['action'] === 'sts:AssumeRole'
        ? `Correct the trust policy or the external ID of ${roleArn}. See deploy/iam/cluster-role.trust.json.`
        : `Allow ${actionIn(meta)} in the policy of ${roleArn}. See deploy/iam/cluster-role.policy.json.`;
    case 'CLOUD.RATE_LIMITED':
      return `AWS throttles ${actionIn(meta)}. If this lasts, request a higher API quota for the account.`;
    case 'CLOUD.UNREACHABLE':
      return 'Check the network between Kerf and the AWS endpoints of the region.';
    default:
      return null;
  }
}

const objectIn = ({ object }: AppError['meta']): string =>
  typeof object === 'string' ? `the row of ${object}` : 'the row';

function permissionIn(meta: AppError['meta']): string {
  const { permission } = meta;
  return typeof permission === 'string' ? `“${permission}”` : 'the missing permission';
}

function actionIn(meta: AppError['meta']): string {
  const { action } = meta;
  return typeof action === 'string' ? action : 'the refused action';
}
