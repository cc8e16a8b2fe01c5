import {
  AddRoleToInstanceProfile$,
  type AddRoleToInstanceProfileRequest,
  CreateInstanceProfile$,
  type CreateInstanceProfileRequest,
  type CreateInstanceProfileResponse,
  DeleteInstanceProfile$,
  type DeleteInstanceProfileRequest,
  GetInstanceProfile$,
  type GetInstanceProfileRequest,
  type GetInstanceProfileResponse,
  type InstanceProfile as InstanceProfileAnswer,
  ListInstanceProfiles$,
  type ListInstanceProfilesRequest,
  type ListInstanceProfilesResponse,
  RemoveRoleFromInstanceProfile$,
  type RemoveRoleFromInstanceProfileRequest,
  type Tag,
  TagInstanceProfile$,
  type TagInstanceProfileRequest,
} from '@aws-sdk/client-iam';
import type { AccessRequest } from '../../world/iam/iam-policy.js';
import { type InstanceProfile, iamArn, type Tags } from '../../world/iam/identity.js';
import type { Open } from '../../world/state/open.js';
import { accessTo, requestTags, resourceTags } from '../access.js';
import { AwsError } from '../aws-error.js';
import { passRole } from '../ec2/access.js';
import { type Call } from '../operation.js';
import { sortByKey, takePage } from '../page.js';
import { operation } from '../service.js';
import { requireRole, toRoleResponse } from './roles.js';

type ProfileReference = Pick<Open<GetInstanceProfileRequest>, 'InstanceProfileName'>;

/** A profile that does not exist is reported by the operation. */
const accessToProfile =
  (action: string) =>
  (call: Call, { InstanceProfileName: name }: ProfileReference): readonly AccessRequest[] => {
    const profile = findProfile(call, name);
    return profile === undefined
      ? [accessTo(action, iamArn(call.accountId, 'instance-profile', '/', name ?? ''))]
      : [accessTo(action, profile.id, resourceTags(profile.tags))];
  };

/** Creating with tags requires permission to tag; the new profile counts as having the tags. */
function createAccess(
  { accountId }: Call,
  { InstanceProfileName: name = '', Path: path = '/', Tags }: Open<CreateInstanceProfileRequest>,
): readonly AccessRequest[] {
  const tags = readTags(Tags);
  const arn = iamArn(accountId, 'instance-profile', path, name);
  const tagging = { ...requestTags(tags), ...resourceTags(tags) };
  return [
    accessTo('iam:CreateInstanceProfile', arn, requestTags(tags)),
    ...(Object.keys(tags).length === 0 ? [] : [accessTo('iam:TagInstanceProfile', arn, tagging)]),
  ];
}

function tagAccess(call: Call, input: Open<TagInstanceProfileRequest>): readonly AccessRequest[] {
  const added = requestTags(readTags(input.Tags));
  return accessToProfile('iam:TagInstanceProfile')(call, input).map((request) => ({
    ...request,
    context: { ...request.context, ...added },
  }));
}

/** Adding a role to a profile requires `iam:PassRole`. */
function addRoleAccess(
  call: Call,
  input: Open<AddRoleToInstanceProfileRequest>,
): readonly AccessRequest[] {
  const role = [...call.world.state.roles.values()].find(
    ({ accountId, name }) => accountId === call.accountId && name === input.RoleName,
  );
  return [
    ...accessToProfile('iam:AddRoleToInstanceProfile')(call, input),
    ...(role === undefined ? [] : [passRole(role.id)]),
  ];
}

function createInstanceProfile(
  call: Call,
  input: Open<CreateInstanceProfileRequest>,
): Open<CreateInstanceProfileResponse> {
  const { InstanceProfileName: name = '', Path: path = '/', Tags } = input;
  check(name, /^[\w+=,.@-]{1,128}$/, 'instanceProfileName');
  check(path, /^\/([!-~]{0,510}\/)?$/, 'path');
  if (findProfile(call, name) !== undefined) {
    throw new AwsError('EntityAlreadyExists', `Instance Profile ${name} already exists.`, {
      status: 409,
    });
  }
  const { accountId } = call;
  const tags = readTags(Tags);
  const profile = call.world.addInstanceProfile({ accountId, name, path, roleArn: null, tags });
  return { InstanceProfile: toResponse(call, profile) };
}

function check(value: string, pattern: RegExp, field: string): void {
  if (pattern.test(value)) return;
  throw new AwsError(
    'ValidationError',
    `1 validation error detected: Value '${value}' at '${field}' failed to satisfy constraint: ${pattern.source}`,
  );
}

function getInstanceProfile(
  call: Call,
  input: Open<GetInstanceProfileRequest>,
): Open<GetInstanceProfileResponse> {
  return { InstanceProfile: toResponse(call, requireProfile(call, input.InstanceProfileName)) };
}

function deleteInstanceProfile(call: Call, input: Open<DeleteInstanceProfileRequest>): object {
  const profile = requireProfile(call, input.InstanceProfileName);
  if (profile.roleArn !== null) {
    const message = 'Cannot delete entity, must remove roles from instance profile first.';
    throw new AwsError('DeleteConflict', message, { status: 409 });
  }
  call.world.state.instanceProfiles.delete(profile.id);
  return {};
}

function listInstanceProfiles(
  call: Call,
  input: Open<ListInstanceProfilesRequest>,
): Open<ListInstanceProfilesResponse> {
  const { PathPrefix: prefix = '/', MaxItems, Marker } = input;
  const own = [...call.world.state.instanceProfiles.values()].filter(
    ({ accountId, path }) => accountId === call.accountId && path.startsWith(prefix),
  );
  const page = takePage(
    sortByKey(own, ({ name }) => name),
    ({ name }) => name,
    { max: MaxItems, token: Marker },
    {
      lowest: 1,
      highest: 1000,
      defaultSize: 100,
      sizeCode: 'ValidationError',
      tokenCode: 'ValidationError',
    },
  );
  return {
    InstanceProfiles: page.items.map((profile) => toResponse(call, profile)),
    IsTruncated: page.next !== undefined,
    Marker: page.next,
  };
}

function tagInstanceProfile(call: Call, input: Open<TagInstanceProfileRequest>): object {
  const profile = requireProfile(call, input.InstanceProfileName);
  update(call, { ...profile, tags: { ...profile.tags, ...readTags(input.Tags) } });
  return {};
}

function addRoleToInstanceProfile(
  call: Call,
  input: Open<AddRoleToInstanceProfileRequest>,
): object {
  const profile = requireProfile(call, input.InstanceProfileName);
  const role = requireRole(call, input.RoleName);
  if (profile.roleArn !== null) {
    const message = 'Cannot exceed quota for InstanceSessionsPerInstanceProfile: 1';
    throw new AwsError('LimitExceeded', message, { status: 409 });
  }
  update(call, { ...profile, roleArn: role.id });
  return {};
}

function removeRoleFromInstanceProfile(
  call: Call,
  input: Open<RemoveRoleFromInstanceProfileRequest>,
): object {
  const profile = requireProfile(call, input.InstanceProfileName);
  const role = requireRole(call, input.RoleName);
  if (profile.roleArn !== role.id) {
    throw new AwsError(
      'NoSuchEntity',
      `Role ${role.name} cannot be found in instance profile ${profile.name}.`,
      { status: 404 },
    );
  }
  update(call, { ...profile, roleArn: null });
  return {};
}

function update(call: Call, profile: InstanceProfile): void {
  call.world.state.instanceProfiles.set(profile.id, profile);
}

/** @throws AwsError */
function requireProfile(call: Call, name: string | undefined): InstanceProfile {
  const profile = findProfile(call, name);
  if (profile !== undefined) return profile;
  const message = `Instance Profile ${name} cannot be found.`;
  throw new AwsError('NoSuchEntity', message, { status: 404 });
}

/** Names are unique per account, whatever the path. */
function findProfile(call: Call, name: string | undefined): InstanceProfile | undefined {
  return [...call.world.state.instanceProfiles.values()].find(
    (each) => each.accountId === call.accountId && each.name === name,
  );
}

function readTags(tags: Open<Tag[]> | undefined): Tags {
  return Object.fromEntries((tags ?? []).map(({ Key = '', Value = '' }) => [Key, Value]));
}

function toResponse(call: Call, profile: InstanceProfile): Open<InstanceProfileAnswer> {
  const role = call.world.state.roles.get(profile.roleArn ?? '');
  return {
    Path: profile.path,
    InstanceProfileName: profile.name,
    InstanceProfileId: profile.profileId,
    Arn: profile.id,
    CreateDate: new Date(profile.createdAt),
    Roles: role === undefined ? [] : [toRoleResponse(role)],
    Tags: Object.entries(profile.tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

export const instanceProfileOperations = [
  operation(CreateInstanceProfile$, createInstanceProfile, { access: createAccess }),
  operation(GetInstanceProfile$, getInstanceProfile, {
    access: accessToProfile('iam:GetInstanceProfile'),
  }),
  operation(DeleteInstanceProfile$, deleteInstanceProfile, {
    access: accessToProfile('iam:DeleteInstanceProfile'),
  }),
  operation(ListInstanceProfiles$, listInstanceProfiles),
  operation(TagInstanceProfile$, tagInstanceProfile, { access: tagAccess }),
  operation(AddRoleToInstanceProfile$, addRoleToInstanceProfile, { access: addRoleAccess }),
  operation(RemoveRoleFromInstanceProfile$, removeRoleFromInstanceProfile, {
    access: accessToProfile('iam:RemoveRoleFromInstanceProfile'),
  }),
];
