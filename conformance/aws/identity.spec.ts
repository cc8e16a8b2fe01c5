import { DescribeClusterCommand } from '@aws-sdk/client-eks';
import {
  AddRoleToInstanceProfileCommand,
  CreateInstanceProfileCommand,
  GetInstanceProfileCommand,
} from '@aws-sdk/client-iam';
import { AssumeRoleCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsBackend, region, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';

let aws: AwsBackend;
beforeAll(async () => {
  aws = await startBackend();
});
afterAll(() => aws.close());

const profileOf = (suffix: string): string => `${aws.clusterName}_${suffix}`;
const create = (suffix: string) =>
  aws.iam.send(
    new CreateInstanceProfileCommand({
      InstanceProfileName: profileOf(suffix),
      Path: `/karpenter/${region}/${aws.clusterName}/default/`,
      Tags: [{ Key: 'eks:eks-cluster-name', Value: aws.clusterName }],
    }),
  );
const get = (suffix: string) =>
  aws.iam.send(new GetInstanceProfileCommand({ InstanceProfileName: profileOf(suffix) }));
const addRole = (suffix: string, RoleName = aws.nodeRole) =>
  aws.iam.send(
    new AddRoleToInstanceProfileCommand({ InstanceProfileName: profileOf(suffix), RoleName }),
  );

describe('instance profiles', () => {
  it('are created with path and tags, and given a role', async () => {
    const path = `/karpenter/${region}/${aws.clusterName}/default/`;
    const { InstanceProfile } = await create('one');
    expect(InstanceProfile).toMatchObject({
      InstanceProfileName: profileOf('one'),
      Path: path,
      Arn: `arn:aws:iam::${aws.accountId}:instance-profile${path}${profileOf('one')}`,
      InstanceProfileId: expect.stringMatching(/^\w{16,128}$/),
    });
    await addRole('one');
    expect((await get('one')).InstanceProfile).toMatchObject({
      Roles: [{ RoleName: aws.nodeRole }],
      Tags: [{ Key: 'eks:eks-cluster-name', Value: aws.clusterName }],
    });
  });

  it('have a name of their own', async () => {
    await create('twice');
    await expect(create('twice')).rejects.toMatchObject({
      name: 'EntityAlreadyExistsException',
      $metadata: { httpStatusCode: 409 },
    });
  });

  it('have one role', async () => {
    await create('full');
    await addRole('full');
    await expect(addRole('full')).rejects.toMatchObject({
      name: 'LimitExceededException',
      $metadata: { httpStatusCode: 409 },
    });
  });

  it('and roles that do not exist are NoSuchEntity', async () => {
    const missing = { name: 'NoSuchEntityException', $metadata: { httpStatusCode: 404 } };
    await expect(get('none')).rejects.toMatchObject(missing);
    await expect(addRole('none')).rejects.toMatchObject(missing);
    await create('empty');
    await expect(addRole('empty', 'no-such-role')).rejects.toMatchObject(missing);
  });
});

describe('identities', () => {
  const assume = (ExternalId?: string) =>
    aws.sts.send(
      new AssumeRoleCommand({
        RoleArn: aws.kerfRoleArn,
        RoleSessionName: 'kerf-conformance',
        DurationSeconds: 900,
        ExternalId,
      }),
    );

  it('name the account and the principal', async () => {
    expect(await aws.sts.send(new GetCallerIdentityCommand({}))).toMatchObject({
      Account: aws.accountId,
      Arn: expect.stringMatching(/^arn:aws:(iam|sts)::\d{12}:/),
      UserId: expect.any(String),
    });
  });

  it('of a role are temporary', async () => {
    const { Credentials, AssumedRoleUser } = await assume(aws.externalId);
    const role = aws.kerfRoleArn.split('/').at(-1);
    expect(AssumedRoleUser?.Arn).toBe(
      `arn:aws:sts::${aws.accountId}:assumed-role/${role}/kerf-conformance`,
    );
    expect(Credentials).toMatchObject({
      AccessKeyId: expect.stringMatching(/^ASIA/),
      SecretAccessKey: expect.any(String),
      SessionToken: expect.any(String),
    });
    const left = (Credentials?.Expiration?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(600_000);
    expect(left).toBeLessThanOrEqual(960_000);
  });

  it(
    'require the external ID of the trust policy',
    unlikeMoto('external-id', async () => {
      for (const externalId of [undefined, 'wrong-id']) {
        await expect(assume(externalId)).rejects.toMatchObject({
          name: 'AccessDenied',
          $metadata: { httpStatusCode: 403 },
        });
      }
    }),
  );
});

describe('DescribeCluster', () => {
  const describeCluster = (name: string) => aws.eks.send(new DescribeClusterCommand({ name }));

  it('returns what a node needs to join', async () => {
    const { cluster } = await describeCluster(aws.clusterName);
    expect(cluster).toMatchObject({
      name: aws.clusterName,
      arn: `arn:aws:eks:${region}:${aws.accountId}:cluster/${aws.clusterName}`,
      version: aws.clusterVersion,
      status: 'ACTIVE',
      endpoint: expect.stringMatching(/^https:\/\//),
      certificateAuthority: { data: expect.stringMatching(/^[A-Za-z0-9+/=]+$/) },
      kubernetesNetworkConfig: { serviceIpv4Cidr: aws.serviceCidr },
    });
  });

  it('refuses a name that does not exist', async () => {
    await expect(describeCluster(`${aws.clusterName}-none`)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });
});
