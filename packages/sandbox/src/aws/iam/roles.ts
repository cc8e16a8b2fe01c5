import {
  GetRole$,
  type GetRoleRequest,
  type GetRoleResponse,
  type Role as RoleAnswer,
} from '@aws-sdk/client-iam';
import type { Role } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';

/** @throws AwsError */
export function requireRole(call: Call, name: string | undefined): Role {
  const role = [...call.world.state.roles.values()].find(
    (each) => each.accountId === call.accountId && each.name === name,
  );
  if (role !== undefined) return role;
  const message = `The role with name ${name} cannot be found.`;
  throw new AwsError('NoSuchEntity', message, { status: 404 });
}

export function toRoleResponse(role: Role): Open<RoleAnswer> {
  return {
    Path: role.path,
    RoleName: role.name,
    RoleId: role.roleId,
    Arn: role.id,
    CreateDate: new Date(role.createdAt),
    AssumeRolePolicyDocument: encodeURIComponent(JSON.stringify(trustPolicy(role))),
    MaxSessionDuration: 43_200,
  };
}

function getRole(call: Call, input: Open<GetRoleRequest>): Open<GetRoleResponse> {
  return { Role: toRoleResponse(requireRole(call, input.RoleName)) };
}

/** Returns the trust policy as a document. */
function trustPolicy({ trust }: Role): object {
  const services = trust.principals.filter((principal) => principal.endsWith('.amazonaws.com'));
  const others = trust.principals.filter((principal) => !services.includes(principal));
  const { externalId } = trust;
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: {
          ...(services.length > 0 ? { Service: services } : {}),
          ...(others.length > 0 ? { AWS: others } : {}),
        },
        Action: 'sts:AssumeRole',
        ...(externalId === null
          ? {}
          : { Condition: { StringEquals: { 'sts:ExternalId': externalId } } }),
      },
    ],
  };
}

export const roleOperations = [operation(GetRole$, getRole)];
