import {
  AssumeRole$,
  type AssumeRoleRequest,
  type AssumeRoleResponse,
  GetCallerIdentity$,
  type GetCallerIdentityResponse,
} from '@aws-sdk/client-sts';
import type { Role } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import { accessTo } from '../access.js';
import type { Caller } from '../auth/caller.js';
import { callerOfSession } from '../auth/identify.js';
import { issueSession } from '../auth/session.js';
import { AwsError } from '../aws-error.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';

function getCallerIdentity(call: Call): GetCallerIdentityResponse {
  const { accountId, arn, userId } = call.caller;
  return { Account: accountId, Arn: arn, UserId: userId };
}

const hourSeconds = 3600;

function assumeRole(call: Call, input: Open<AssumeRoleRequest>): Open<AssumeRoleResponse> {
  const { RoleArn = '', RoleSessionName: name = '', ExternalId, DurationSeconds } = input;
  checkSession(name, DurationSeconds ?? hourSeconds, call.caller);
  const role = call.world.state.roles.get(RoleArn);
  if (role === undefined || !isTrusted(call.caller, role, ExternalId)) {
    throw new AwsError(
      'AccessDenied',
      `User: ${call.caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${RoleArn}`,
      { status: 403 },
    );
  }
  const expiresAt = call.world.timers.now() + (DurationSeconds ?? hourSeconds) * 1000;
  const session = issueSession(call.world.state.seed, role, name, expiresAt);
  const { arn, userId } = callerOfSession(role, name);
  return {
    Credentials: {
      AccessKeyId: session.accessKeyId,
      SecretAccessKey: session.secretAccessKey,
      SessionToken: session.token,
      Expiration: new Date(expiresAt),
    },
    AssumedRoleUser: { Arn: arn, AssumedRoleId: userId },
  };
}

function checkSession(name: string, durationSeconds: number, caller: Caller): void {
  if (!/^[\w+=,.@-]{2,64}$/.test(name)) {
    throw new AwsError(
      'ValidationError',
      `Value '${name}' at 'roleSessionName' failed to satisfy constraint: [\\w+=,.@-]*, 2 to 64 characters`,
    );
  }
  // Role chaining is limited to one hour.
  const highest = caller.roleArn === null ? 12 * hourSeconds : hourSeconds;
  if (durationSeconds >= 900 && durationSeconds <= highest) return;
  throw new AwsError(
    'ValidationError',
    `The requested DurationSeconds must be between 900 and ${highest}.`,
  );
}

/**
 * Returns true if the trust policy names the caller, its account or its role, and the external ID
 * is right.
 */
function isTrusted(caller: Caller, role: Role, externalId: string | undefined): boolean {
  const names = new Set([caller.accountId, `arn:aws:iam::${caller.accountId}:root`, caller.arn]);
  if (caller.roleArn !== null) names.add(caller.roleArn);
  const { principals, externalId: expected } = role.trust;
  return (
    principals.some((principal) => names.has(principal)) &&
    (expected === null || expected === externalId)
  );
}

export const identityOperations = [
  // GetCallerIdentity needs no permission.
  operation(GetCallerIdentity$, getCallerIdentity, { action: null }),
  operation(AssumeRole$, assumeRole, {
    access: (_call, { RoleArn = '' }: Open<AssumeRoleRequest>) => [
      accessTo('sts:AssumeRole', RoleArn),
    ],
  }),
];
