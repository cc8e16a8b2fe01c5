import { createHash } from 'node:crypto';
import {
  AddRoleToInstanceProfileCommand,
  CreateInstanceProfileCommand,
  DeleteInstanceProfileCommand,
  GetInstanceProfileCommand,
  type InstanceProfile,
  paginateListInstanceProfiles,
  RemoveRoleFromInstanceProfileCommand,
} from '@aws-sdk/client-iam';
import type { Ec2NodeClassManifest, NodeClassProblem } from '@kerf/application';
import { labelKeys } from '@kerf/core';
import type { AwsSession } from '../clients.js';
import { clusterTags, toAwsTags } from '../ec2/tags.js';
import { hasAwsCode, isUnauthorized } from '../errors.js';
import { collectPages } from '../pages.js';
import { type Found, found, lacking } from './found.js';
import { placeholderHint } from './selector-filters.js';

/**
 * Returns the instance profile of an EC2NodeClass's nodes: the named profile, or one that Kerf
 * manages for its `role` and creates if it does not exist.
 * @param mayCreate if false, a missing profile is `null`
 */
export async function resolveInstanceProfile(
  session: AwsSession,
  nodeClass: { readonly name: string; readonly spec: Ec2NodeClassManifest },
  mayCreate: boolean,
): Promise<Found<string | null>> {
  const { role, instanceProfile } = nodeClass.spec;
  if (instanceProfile !== undefined) return named(session, instanceProfile);
  if (role === undefined) {
    return lacking(
      null,
      problem('InstanceProfileNotFound', 'Set spec.role or spec.instanceProfile.'),
    );
  }
  const profile: ManagedProfile = { ...managedProfile(session, nodeClass.name, role), role };
  const existing = await getProfile(session, profile.name);
  if (carries(existing, role)) return found(profile.name);
  return mayCreate ? makeProfile(session, { ...nodeClass, profile, existing }) : found(null);
}

async function named(session: AwsSession, name: string): Promise<Found<string | null>> {
  const profile = await getProfile(session, name);
  if (profile !== null) return found(name);
  const hint = placeholderHint(name, session.target.clusterName);
  return lacking(
    null,
    problem(
      'InstanceProfileNotFound',
      `Instance profile ${name} not found. Create it, or set spec.role instead.${hint}`,
    ),
  );
}

interface ManagedProfile {
  readonly name: string;
  readonly path: string;
  readonly role: string;
}

/**
 * Returns the name and path of the profile that Kerf manages for a role. The name is unique per
 * role, so that an EC2NodeClass whose role changes gets another profile and running instances keep
 * theirs. Names are unique in an account, regardless of path.
 */
export function managedProfile(
  { target }: Pick<AwsSession, 'target'>,
  nodeClassName: string,
  role: string,
): { readonly name: string; readonly path: string } {
  const { region, clusterName } = target;
  const digest = createHash('sha256')
    .update(JSON.stringify([region, clusterName, nodeClassName, role]))
    .digest('hex')
    .slice(0, 20);
  return {
    name: `${clusterName}_${digest}`,
    path: profilePath({ region, clusterName }, nodeClassName),
  };
}

const profilePath = (
  { region, clusterName }: Pick<AwsSession['target'], 'region' | 'clusterName'>,
  owner: string,
): string => `/karpenter/${region}/${clusterName}/${owner}/`;

/**
 * Deletes the instance profiles under the paths of an EC2NodeClass. One that is already gone is not
 * an error.
 * @param owners last parts of the paths: its name in Kerf's profiles, its UID in Karpenter's
 */
export async function deleteInstanceProfiles(
  session: AwsSession,
  owners: readonly string[],
): Promise<void> {
  for (const owner of owners) {
    const profiles = await session.call('iam:ListInstanceProfiles', (options) =>
      collectPages(
        paginateListInstanceProfiles(
          { client: session.iam },
          { PathPrefix: profilePath(session.target, owner) },
          options,
        ),
        (page) => page.InstanceProfiles,
      ),
    );
    for (const profile of profiles) await deleteProfile(session, profile);
  }
}

async function deleteProfile(
  session: AwsSession,
  { InstanceProfileName, Roles = [] }: InstanceProfile,
): Promise<void> {
  for (const { RoleName } of Roles) {
    await unlessGone(
      session.call('iam:RemoveRoleFromInstanceProfile', (options) =>
        session.iam.send(
          new RemoveRoleFromInstanceProfileCommand({ InstanceProfileName, RoleName }),
          options,
        ),
      ),
    );
  }
  await unlessGone(
    session.call('iam:DeleteInstanceProfile', (options) =>
      session.iam.send(new DeleteInstanceProfileCommand({ InstanceProfileName }), options),
    ),
  );
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNoSuchEntity(error)) throw error;
  }
}

const carries = (profile: InstanceProfile | null, role: string): boolean =>
  profile?.Roles?.some(({ RoleName }) => RoleName === role) ?? false;

async function makeProfile(
  session: AwsSession,
  make: {
    readonly name: string;
    readonly spec: Ec2NodeClassManifest;
    readonly profile: ManagedProfile;
    readonly existing: InstanceProfile | null;
  },
): Promise<Found<string | null>> {
  const { profile } = make;
  try {
    if (make.existing === null) await createProfile(session, make);
    await addRole(session, profile);
    return found(profile.name);
  } catch (error) {
    if (isNoSuchEntity(error)) {
      const hint = placeholderHint(profile.role, session.target.clusterName);
      return lacking(
        null,
        problem(
          'RoleNotFound',
          `Role ${profile.role} not found in this account. Create it, or correct spec.role.${hint}`,
        ),
      );
    }
    if (!isUnauthorized(error)) throw error;
    return lacking(
      null,
      problem(
        'InstanceProfileUnauthorized',
        `${session.target.roleArn} has no permission to create the instance profile: ${error.message}. Allow it, or create a profile and set spec.instanceProfile.`,
      ),
    );
  }
}

async function createProfile(
  session: AwsSession,
  { name, spec, profile }: Parameters<typeof makeProfile>[1],
): Promise<void> {
  const { clusterName, region } = session.target;
  const tags = { ...spec.tags, ...clusterTags(clusterName, name), [labelKeys.region]: region };
  try {
    await session.call('iam:CreateInstanceProfile', (options) =>
      session.iam.send(
        new CreateInstanceProfileCommand({
          InstanceProfileName: profile.name,
          Path: profile.path,
          Tags: toAwsTags(tags),
        }),
        options,
      ),
    );
  } catch (error) {
    // Another worker created it first.
    if (!hasAwsCode(error, 'EntityAlreadyExistsException')) throw error;
  }
}

async function addRole(session: AwsSession, { name, role }: ManagedProfile): Promise<void> {
  try {
    await session.call('iam:AddRoleToInstanceProfile', (options) =>
      session.iam.send(
        new AddRoleToInstanceProfileCommand({ InstanceProfileName: name, RoleName: role }),
        options,
      ),
    );
  } catch (error) {
    // A profile holds one role: another worker added it first, unless a user added another role.
    if (!hasAwsCode(error, 'LimitExceededException')) throw error;
    if (!carries(await getProfile(session, name), role)) throw error;
  }
}

async function getProfile(session: AwsSession, name: string): Promise<InstanceProfile | null> {
  try {
    const { InstanceProfile: profile } = await session.call('iam:GetInstanceProfile', (options) =>
      session.iam.send(new GetInstanceProfileCommand({ InstanceProfileName: name }), options),
    );
    return profile ?? null;
  } catch (error) {
    if (isNoSuchEntity(error)) return null;
    throw error;
  }
}

const isNoSuchEntity = (error: unknown) => hasAwsCode(error, 'NoSuchEntityException');

const problem = (reason: string, message: string): NodeClassProblem => ({
  condition: 'InstanceProfileReady',
  reason,
  message,
});
