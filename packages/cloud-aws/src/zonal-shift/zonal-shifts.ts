import type { CloudTarget, ZonalShift } from '@kerf/application';
import { AppError, compareText } from '@kerf/core';
import { z } from 'zod';
import type { AwsSession } from '../clients.js';
import { hasAwsCode } from '../errors.js';

/**
 * Called without the SDK's client of this service, `@aws-sdk/client-arc-zonal-shift`, which
 * the registry of this project does not have. Kerf makes one call of it.
 */
const service = {
  name: 'arc-zonal-shift',
  endpointVariable: 'AWS_ENDPOINT_URL_ARC_ZONAL_SHIFT',
} as const;

/** The fields of GetManagedResource's answer that are read; times are seconds. */
const managedResource = z.object({
  zonalShifts: z.array(
    z.object({ appliedStatus: z.string(), awayFrom: z.string(), expiryTime: z.number() }),
  ),
  autoshifts: z.array(z.object({ appliedStatus: z.string(), awayFrom: z.string() })).optional(),
});

/**
 * Returns the zonal shifts and autoshifts that are applied to the EKS cluster, at most one of each
 * zone: the one that ends last. Source: karpenter aws pkg/providers/arczonalshift; differs: it reads
 * no autoshifts.
 */
export async function listZonalShifts(session: AwsSession): Promise<readonly ZonalShift[]> {
  const action = 'arc-zonal-shift:GetManagedResource';
  const arn = clusterArn(session.target);
  try {
    const answer = await session.call(action, (options) =>
      session.get(service, ['managedresources', arn], options),
    );
    const { data, error } = managedResource.safeParse(answer);
    if (data === undefined) throw unreadable(action, error);
    return byZone(data);
  } catch (error) {
    if (hasAwsCode(error, 'ResourceNotFoundException')) throw notEnabled(session.target, error);
    throw error;
  }
}

function byZone({
  zonalShifts,
  autoshifts = [],
}: z.infer<typeof managedResource>): readonly ZonalShift[] {
  const shifts = [
    ...zonalShifts.map(({ expiryTime, ...shift }) => ({ ...shift, until: expiryTime * 1_000 })),
    ...autoshifts.map((shift) => ({ ...shift, until: null })),
  ];
  const latest = new Map<string, ZonalShift>();
  for (const { appliedStatus, awayFrom: zoneId, until } of shifts) {
    if (appliedStatus !== 'APPLIED') continue;
    const known = latest.get(zoneId)?.until ?? 0;
    latest.set(zoneId, { zoneId, until: until === null ? null : Math.max(until, known) });
  }
  return [...latest.values()].sort((a, b) => compareText(a.zoneId, b.zoneId));
}

/** The role is in the cluster's account. */
function clusterArn({ roleArn, region, clusterName }: CloudTarget): string {
  const [, partition, , , account] = roleArn.split(':');
  return `arn:${partition}:eks:${region}:${account}:cluster/${clusterName}`;
}

const notEnabled = ({ clusterName }: CloudTarget, cause: AppError): AppError =>
  new AppError({
    code: 'CLOUD.INVALID',
    message: `Zonal shift is not enabled for EKS cluster ${clusterName}. Enable it (aws eks update-cluster-config --name ${clusterName} --zonal-shift-config enabled=true), or switch off the setting zonalShift.`,
    retry: { kind: 'backoff' },
    cause,
  });

const unreadable = (action: string, cause: unknown): AppError =>
  new AppError({
    code: 'CLOUD.INVALID',
    message: `${action}: unexpected answer; the zonal shifts of the cluster are unknown`,
    retry: { kind: 'backoff' },
    cause,
  });
