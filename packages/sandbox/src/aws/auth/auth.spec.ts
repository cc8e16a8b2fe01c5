import { CreateFleetCommand, DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient, ListClustersCommand } from '@aws-sdk/client-eks';
import { GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import {
  AssumeRoleCommand,
  type AssumeRoleCommandInput,
  GetCallerIdentityCommand,
  STSClient,
} from '@aws-sdk/client-sts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ClientConfig,
  configFor,
  type Fixture,
  hubAccount,
  spokeAccount,
  startFixture,
} from '../../testing/aws-fixture.js';
import { restoreWorld } from '../../world/world.js';
import { startAwsServer } from '../server.js';

const hubKey = { accessKeyId: 'AKIAHUBWORKER', secretAccessKey: 'hub-secret' };
const roleArn = `arn:aws:iam::${spokeAccount}:role/kerf`;

let fixture: Fixture;
let hub: STSClient;
beforeEach(async () => {
  fixture = await startFixture();
  const { world, server } = fixture;
  world.addUser({ accountId: hubAccount, name: 'worker', ...hubKey, allow: ['sts:AssumeRole'] });
  world.addRole({
    accountId: spokeAccount,
    name: 'kerf',
    trust: { principals: [hubAccount], externalId: 'kerf-shop' },
    allow: ['ec2:Describe*', 'sqs:GetQueueUrl'],
  });
  hub = new STSClient(configFor(server, hubKey));
});
afterEach(async () => {
  await fixture.close();
});

const assume = (more: Partial<AssumeRoleCommandInput> = {}, client: STSClient = hub) =>
  client.send(
    new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: 'kerf-worker',
      ExternalId: 'kerf-shop',
      ...more,
    }),
  );

async function sessionConfig(more: Partial<AssumeRoleCommandInput> = {}): Promise<ClientConfig> {
  const { Credentials } = await assume(more);
  return configFor(fixture.server, {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  });
}

describe('AssumeRole', () => {
  it('returns credentials of the role', async () => {
    const answer = await assume();
    expect(answer).toMatchObject({
      AssumedRoleUser: {
        Arn: `arn:aws:sts::${spokeAccount}:assumed-role/kerf/kerf-worker`,
        AssumedRoleId: expect.stringMatching(/^AROA[A-Z2-7]{17}:kerf-worker$/),
      },
      Credentials: {
        AccessKeyId: expect.stringMatching(/^ASIA[A-Z2-7]{16}$/),
        Expiration: new Date(fixture.clock.now() + 3600_000),
      },
    });
    const inRole = new STSClient(await sessionConfig());
    expect(await inRole.send(new GetCallerIdentityCommand({}))).toMatchObject({
      Account: spokeAccount,
      Arn: `arn:aws:sts::${spokeAccount}:assumed-role/kerf/kerf-worker`,
    });
  });

  it.each<[string, Partial<AssumeRoleCommandInput>]>([
    ['another external id', { ExternalId: 'kerf-other' }],
    ['no external id', { ExternalId: undefined }],
    ['a role that does not exist', { RoleArn: `arn:aws:iam::${spokeAccount}:role/none` }],
    ['a role that trusts others', { RoleArn: `arn:aws:iam::${spokeAccount}:role/node` }],
  ])('refuses %s without a reason', async (_what, more) => {
    await expect(assume(more)).rejects.toMatchObject({
      name: 'AccessDenied',
      message: `User: arn:aws:iam::${hubAccount}:user/worker is not authorized to perform: sts:AssumeRole on resource: ${more.RoleArn ?? roleArn}`,
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('refuses a caller whose account does not allow sts:AssumeRole', async () => {
    fixture.world.addUser({
      accountId: hubAccount,
      name: 'idle',
      accessKeyId: 'AKIAIDLE',
      secretAccessKey: 'x',
      allow: [],
    });
    const idle = new STSClient(
      configFor(fixture.server, { accessKeyId: 'AKIAIDLE', secretAccessKey: 'x' }),
    );
    await expect(assume({}, idle)).rejects.toMatchObject({ name: 'AccessDenied' });
    // GetCallerIdentity needs no permission.
    await expect(idle.send(new GetCallerIdentityCommand({}))).resolves.toMatchObject({
      Account: hubAccount,
    });
  });

  it.each([{ DurationSeconds: 899 }, { DurationSeconds: 43_201 }, { RoleSessionName: 'a b' }])(
    'refuses %j',
    async (more) => {
      await expect(assume(more)).rejects.toMatchObject({ name: 'ValidationError' });
    },
  );
});

describe('permissions of a role', () => {
  it('are checked, and each service refuses with its own error', async () => {
    const config = await sessionConfig();
    await expect(new EC2Client(config).send(new DescribeVpcsCommand({}))).resolves.toBeDefined();
    await expect(
      new EC2Client(config).send(
        new CreateFleetCommand({
          LaunchTemplateConfigs: [{}],
          TargetCapacitySpecification: { TotalTargetCapacity: 1 },
        }),
      ),
    ).rejects.toMatchObject({
      name: 'UnauthorizedOperation',
      message: expect.stringContaining('ec2:CreateFleet'),
      $metadata: { httpStatusCode: 403 },
    });
    await expect(
      new IAMClient(config).send(new GetRoleCommand({ RoleName: 'node' })),
    ).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(
      new SSMClient(config).send(new GetParameterCommand({ Name: 'x' })),
    ).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(new EKSClient(config).send(new ListClustersCommand({}))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      $metadata: { httpStatusCode: 403 },
    });
    await expect(
      new SQSClient(config).send(new GetQueueUrlCommand({ QueueName: 'none' })),
    ).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  });
});

/** Returns the error of four services for the same missing permission. */
async function refusalsOf(config: ClientConfig): Promise<readonly string[]> {
  const calls = [
    new EC2Client(config).send(new DescribeVpcsCommand({})),
    new IAMClient(config).send(new GetRoleCommand({ RoleName: 'node' })),
    new SSMClient(config).send(new GetParameterCommand({ Name: 'x' })),
    new EKSClient(config).send(new ListClustersCommand({})),
  ];
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((each) => (each.status === 'rejected' ? each.reason.name : 'answered'));
}

describe('invalid credentials', () => {
  it('are refused when the access key is unknown', async () => {
    const config = configFor(fixture.server, { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' });
    expect(await refusalsOf(config)).toEqual([
      'AuthFailure',
      'InvalidClientTokenId',
      'UnrecognizedClientException',
      'UnrecognizedClientException',
    ]);
  });

  it('are refused when the secret is wrong', async () => {
    const config = configFor(fixture.server, { ...hubKey, secretAccessKey: 'guess' });
    expect(await refusalsOf(config)).toEqual([
      'AuthFailure',
      'SignatureDoesNotMatch',
      'InvalidSignatureException',
      'InvalidSignatureException',
    ]);
  });

  it('are refused when the session has expired, with the error of each service', async () => {
    const config = await sessionConfig({ DurationSeconds: 900 });
    fixture.clock.advance(901 * 1000 * 10);
    expect(await refusalsOf(config)).toEqual([
      'RequestExpired',
      'ExpiredToken',
      'ExpiredTokenException',
      'ExpiredTokenException',
    ]);
    await expect(
      new STSClient(config).send(new GetCallerIdentityCommand({})),
    ).rejects.toMatchObject({ name: 'ExpiredToken' });
  });

  it('are refused when the session token belongs to another key or was changed', async () => {
    const config = await sessionConfig();
    const { accessKeyId, secretAccessKey, sessionToken = '' } = config.credentials;
    const other = await sessionConfig();
    const [payload = '', seal] = sessionToken.split('.');
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString());
    fields[0] = `arn:aws:iam::${spokeAccount}:role/node`;
    const forged = `${Buffer.from(JSON.stringify(fields)).toString('base64url')}.${seal}`;
    for (const token of [other.credentials.sessionToken, forged, 'x', 'x.y', `${sessionToken}x`]) {
      const stolen = configFor(fixture.server, {
        accessKeyId,
        secretAccessKey,
        sessionToken: String(token),
      });
      await expect(new EC2Client(stolen).send(new DescribeVpcsCommand({}))).rejects.toMatchObject({
        name: 'AuthFailure',
      });
    }
  });

  it('are refused in a region that the sandbox lacks, except by global services', async () => {
    const config = configFor(fixture.server, hubKey, 'us-west-2');
    await expect(new EC2Client(config).send(new DescribeVpcsCommand({}))).rejects.toMatchObject({
      name: 'AuthFailure',
    });
    await expect(
      new STSClient(config).send(new GetCallerIdentityCommand({})),
    ).resolves.toMatchObject({ Account: hubAccount });
  });

  it('are accepted after the client corrected its clock', async () => {
    fixture.clock.advance(3600_000 * 10);
    const client = new STSClient({ ...configFor(fixture.server, hubKey), maxAttempts: 2 });
    await expect(client.send(new GetCallerIdentityCommand({}))).resolves.toMatchObject({
      Account: hubAccount,
    });
  });
});

describe('a restart', () => {
  it('keeps sessions valid', async () => {
    const { credentials } = await sessionConfig();
    const restored = await startAwsServer({
      world: restoreWorld(fixture.world.snapshot(), { clock: fixture.clock }),
      clusters: { find: () => null, list: () => [] },
      onBug: (error) => expect(error).toBeUndefined(),
    });
    const client = new STSClient(configFor(restored, credentials));
    await expect(client.send(new GetCallerIdentityCommand({}))).resolves.toMatchObject({
      Account: spokeAccount,
    });
    await restored.close();
  });
});
