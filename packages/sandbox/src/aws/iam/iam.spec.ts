import {
  AddRoleToInstanceProfileCommand,
  CreateInstanceProfileCommand,
  DeleteInstanceProfileCommand,
  GetInstanceProfileCommand,
  GetRoleCommand,
  IAMClient,
  paginateListInstanceProfiles,
  RemoveRoleFromInstanceProfileCommand,
  TagInstanceProfileCommand,
} from '@aws-sdk/client-iam';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, spokeAccount, startFixture } from '../../testing/aws-fixture.js';

let fixture: Fixture;
let iam: IAMClient;
beforeEach(async () => {
  fixture = await startFixture();
  iam = new IAMClient(fixture.config);
});
afterEach(async () => {
  await fixture.close();
});

const InstanceProfileName = 'shop_4242';
const create = () =>
  iam.send(
    new CreateInstanceProfileCommand({
      InstanceProfileName,
      Path: '/karpenter/us-east-1/shop/uid/',
      Tags: [{ Key: 'cluster', Value: 'shop' }],
    }),
  );
const get = () => iam.send(new GetInstanceProfileCommand({ InstanceProfileName }));

describe('instance profiles', () => {
  it('are created, given a role, tagged, emptied and deleted', async () => {
    const { InstanceProfile } = await create();
    expect(InstanceProfile).toMatchObject({
      Arn: `arn:aws:iam::${spokeAccount}:instance-profile/karpenter/us-east-1/shop/uid/shop_4242`,
      Path: '/karpenter/us-east-1/shop/uid/',
      Roles: [],
      CreateDate: new Date(fixture.clock.now()),
    });
    const role = { InstanceProfileName, RoleName: 'node' };
    await iam.send(new AddRoleToInstanceProfileCommand(role));
    await iam.send(
      new TagInstanceProfileCommand({ InstanceProfileName, Tags: [{ Key: 'a', Value: 'b' }] }),
    );
    expect((await get()).InstanceProfile).toMatchObject({
      Roles: [{ RoleName: 'node', Arn: `arn:aws:iam::${spokeAccount}:role/node` }],
      Tags: [
        { Key: 'cluster', Value: 'shop' },
        { Key: 'a', Value: 'b' },
      ],
    });
    await expect(iam.send(new AddRoleToInstanceProfileCommand(role))).rejects.toMatchObject({
      name: 'LimitExceededException',
    });
    const remove = new DeleteInstanceProfileCommand({ InstanceProfileName });
    await expect(iam.send(remove)).rejects.toMatchObject({ name: 'DeleteConflictException' });
    await iam.send(new RemoveRoleFromInstanceProfileCommand(role));
    await iam.send(remove);
    await expect(get()).rejects.toMatchObject({
      name: 'NoSuchEntityException',
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('have unique names', async () => {
    await create();
    await expect(create()).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      $metadata: { httpStatusCode: 409 },
    });
  });

  it.each([
    { InstanceProfileName: 'a b' },
    { InstanceProfileName: '' },
    { InstanceProfileName: 'n'.repeat(129) },
    { InstanceProfileName: 'n', Path: 'karpenter/' },
  ])('are refused with %j', async (input) => {
    await expect(iam.send(new CreateInstanceProfileCommand(input))).rejects.toMatchObject({
      name: 'ValidationError',
    });
  });

  it('are listed by path and by page', async () => {
    for (const name of ['a', 'b', 'c']) {
      await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: name, Path: '/k/' }));
    }
    const names: (string | undefined)[] = [];
    const pages = paginateListInstanceProfiles({ client: iam, pageSize: 2 }, { PathPrefix: '/k/' });
    for await (const { InstanceProfiles = [] } of pages) {
      names.push(...InstanceProfiles.map((profile) => profile.InstanceProfileName));
    }
    expect(names).toEqual(['a', 'b', 'c']);
  });

  it('refuse to add a role that does not exist, and to remove one that they do not have', async () => {
    await create();
    await expect(
      iam.send(new AddRoleToInstanceProfileCommand({ InstanceProfileName, RoleName: 'none' })),
    ).rejects.toMatchObject({ name: 'NoSuchEntityException' });
    await expect(
      iam.send(new RemoveRoleFromInstanceProfileCommand({ InstanceProfileName, RoleName: 'node' })),
    ).rejects.toMatchObject({ name: 'NoSuchEntityException' });
  });
});

describe('GetRole', () => {
  it('returns the trust policy of a role', async () => {
    fixture.world.addRole({
      accountId: spokeAccount,
      name: 'kerf',
      trust: { principals: ['111122223333'], externalId: 'kerf-shop' },
      allow: [],
    });
    const { Role } = await iam.send(new GetRoleCommand({ RoleName: 'kerf' }));
    expect(JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ''))).toMatchObject({
      Statement: [
        {
          Principal: { AWS: ['111122223333'] },
          Condition: { StringEquals: { 'sts:ExternalId': 'kerf-shop' } },
        },
      ],
    });
    await expect(iam.send(new GetRoleCommand({ RoleName: 'none' }))).rejects.toMatchObject({
      name: 'NoSuchEntityException',
    });
  });
});
