import { accessTo } from '../access.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';
import { getManagedResourceSchema } from './schemas.js';

interface GetManagedResourceInput {
  readonly resourceIdentifier?: string;
}

/** Only EKS clusters are managed resources here, all of them. */
function getManagedResource(
  { world, clusters, accountId, region }: Call,
  { resourceIdentifier: arn = '' }: GetManagedResourceInput,
): object {
  const cluster = clusters.list(accountId, region).find((each) => each.arn === arn);
  if (cluster === undefined) {
    const message = `No managed resource found for ${arn}.`;
    throw new AwsError('ResourceNotFoundException', message, { status: 404 });
  }
  const shifts = world.zonalShifts.of(arn).map(({ zoneId, startedAt, expiresAt }) => ({
    appliedStatus: 'APPLIED',
    awayFrom: zoneId,
    startTime: new Date(startedAt),
    expiresAt,
  }));
  return {
    arn,
    name: cluster.name,
    zonalShifts: shifts.flatMap(({ expiresAt, ...shift }) =>
      expiresAt === null
        ? []
        : [
            {
              ...shift,
              expiryTime: new Date(expiresAt),
              resourceIdentifier: arn,
              zonalShiftId: `shift-${shift.awayFrom}`,
            },
          ],
    ),
    autoshifts: shifts.flatMap(({ expiresAt, ...shift }) => (expiresAt === null ? [shift] : [])),
  };
}

export const managedResourceOperations = [
  operation(getManagedResourceSchema, getManagedResource, {
    access: (_call: Call, { resourceIdentifier = '' }: GetManagedResourceInput) => [
      accessTo('arc-zonal-shift:GetManagedResource', resourceIdentifier),
    ],
  }),
];
