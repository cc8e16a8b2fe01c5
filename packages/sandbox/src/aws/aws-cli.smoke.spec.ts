import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awsConfigFor } from '../fleet/setup/aws-config.js';
import { writePrivately } from '../fleet/state-file.js';
import {
  administrator,
  createAccounts,
  hubAccount,
  region,
  spokeAccount,
} from '../testing/aws-fixture.js';
import { createWorld, type World } from '../world/world.js';
import { createTokenVerifier } from './auth/token-verifier.js';
import { type AwsServer, startAwsServer } from './server.js';

/** The unmodified `aws` CLI, which parses responses with its own models. */

const aws = process.env['KERF_AWS'] ?? 'aws';
/** The CLI starts anew for each call, half a minute in all; `npm test` uses it in the specs of `npm start`. */
const isAsked = process.env['KERF_CLIENTS'] === 'all';
const hasAws = isAsked && spawnSync(aws, ['--version']).status === 0;
if (!hasAws) {
  const reason = isAsked
    ? 'aws found neither on PATH nor by KERF_AWS'
    : 'it runs with KERF_CLIENTS=all, as in .ci/run';
  process.stdout.write(`aws-cli.smoke.spec.ts is skipped: ${reason}\n`);
}

const run = promisify(execFile);
const bugs: unknown[] = [];
let world: World;
let server: AwsServer;
let place: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  world = createWorld({ seed: 7, speed: 1000 });
  place = createAccounts(world);
  server = await startAwsServer({
    world,
    clusters: { find: () => null, list: () => [] },
    onBug: (error) => {
      bugs.push(error);
    },
  });
});
afterAll(async () => {
  await server.close();
  world.stop();
});

/** Runs the CLI. Returns its JSON output, or the text of its error. */
async function cli(args: string, credentials: Record<string, string> = {}) {
  const words = ['--endpoint-url', server.url, '--output', 'json', ...args.split(' ')];
  const env = {
    ...process.env,
    // Settings of the machine's user must have no effect.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_ACCESS_KEY_ID: administrator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: administrator.secretAccessKey,
    AWS_SESSION_TOKEN: '',
    AWS_DEFAULT_REGION: region,
    AWS_PAGER: '',
    AWS_MAX_ATTEMPTS: '1',
    ...credentials,
  };
  const { stdout } = await run(aws, words, { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim() === '' ? null : JSON.parse(stdout);
}

const refusalOf = (args: string) =>
  cli(args).then(
    () => 'nothing',
    (error: unknown) => /\((\w[\w.]*)\)/.exec(String(Reflect.get(Object(error), 'stderr')))?.[1],
  );

describe.skipIf(!hasAws)('the aws CLI', () => {
  it('reports its identity, also in an assumed role', async () => {
    expect(await cli('sts get-caller-identity')).toMatchObject({ Account: spokeAccount });
    world.addUser({
      accountId: hubAccount,
      name: 'worker',
      accessKeyId: 'AKIAHUB',
      secretAccessKey: 'hub',
      allow: ['sts:AssumeRole'],
    });
    const role = world.addRole({
      accountId: spokeAccount,
      name: 'kerf',
      trust: { principals: [hubAccount], externalId: 'x1' },
      allow: ['ec2:DescribeVpcs'],
    });
    const { Credentials } = await cli(
      `sts assume-role --role-arn ${role.id} --role-session-name cli --external-id x1`,
      { AWS_ACCESS_KEY_ID: 'AKIAHUB', AWS_SECRET_ACCESS_KEY: 'hub' },
    );
    const session = {
      AWS_ACCESS_KEY_ID: Credentials.AccessKeyId,
      AWS_SECRET_ACCESS_KEY: Credentials.SecretAccessKey,
      AWS_SESSION_TOKEN: Credentials.SessionToken,
    };
    expect(await cli('ec2 describe-vpcs --query length(Vpcs)', session)).toBe(1);
    await expect(cli('ec2 describe-subnets', session)).rejects.toThrow('UnauthorizedOperation');
  });

  it('creates tokens that the clusters accept', async () => {
    const { status } = await cli('eks get-token --cluster-name shop');
    const verifier = createTokenVerifier(world);
    expect(verifier.verify(status.token, 'shop')).toMatchObject({ accountId: spokeAccount });
    expect(verifier.verify(status.token, 'other')).toBeNull();
  });

  it('uses keys and endpoint of a profile that the sandbox writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-aws-'));
    const config = join(folder, 'aws-config');
    const profile = { name: 'kerf-shop', region: 'eu-west-1', ...administrator };
    await writePrivately(config, awsConfigFor(server.url, [profile]));
    const { PATH, HOME } = process.env;
    const { stdout } = await run(
      aws,
      ['--profile', 'kerf-shop', '--output', 'json', 'sts', 'get-caller-identity'],
      // A key of the machine's user must not be used.
      {
        env: { PATH, HOME, AWS_CONFIG_FILE: config, AWS_ACCESS_KEY_ID: 'AKIAREAL', AWS_PAGER: '' },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ Account: spokeAccount });
    expect((await stat(config)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });

  it('reads instance types, prices and images', async () => {
    expect(await cli('ec2 describe-instance-types --query length(InstanceTypes)')).toBe(1375);
    expect(
      await cli(
        'ec2 describe-instance-type-offerings --location-type availability-zone --filters Name=instance-type,Values=m5.large --query InstanceTypeOfferings[].Location',
      ),
    ).toEqual(['us-east-1a', 'us-east-1b', 'us-east-1c']);
    const history = await cli(
      'ec2 describe-spot-price-history --instance-types m5.large --product-descriptions Linux/UNIX --availability-zone us-east-1a --start-time 2030-01-01T00:00:00Z',
    );
    expect(history.SpotPriceHistory).toHaveLength(1);
    const products = await cli(
      'pricing get-products --service-code AmazonEC2 --filters Type=TERM_MATCH,Field=instanceType,Value=m5.large Type=TERM_MATCH,Field=regionCode,Value=eu-west-1',
    );
    expect(products.PriceList[0]).toContain('"USD":"0.1070000000"');
    const image = await cli(
      'ssm get-parameter --name /aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id --query Parameter.Value',
    );
    expect(await cli(`ec2 describe-images --image-ids ${image} --query Images[].Name`)).toEqual([
      'bottlerocket-aws-k8s-1.34-x86_64-v1.54.0',
    ]);
  });

  it('launches a fleet and terminates it', async () => {
    const data = JSON.stringify({
      ImageId: place.imageId('x86_64'),
      SecurityGroupIds: [place.securityGroupId],
      IamInstanceProfile: { Name: place.profileName },
    });
    await cli(
      `ec2 create-launch-template --launch-template-name cli --launch-template-data ${data}`,
    );
    const configs = JSON.stringify([
      {
        LaunchTemplateSpecification: { LaunchTemplateName: 'cli', Version: '$Latest' },
        Overrides: [
          { InstanceType: 'm5.large', SubnetId: place.subnetIds.a },
          { InstanceType: 'c5.large', SubnetId: place.subnetIds.b },
        ],
      },
    ]);
    const fleet = await cli(
      `ec2 create-fleet --type instant --launch-template-configs ${configs} --target-capacity-specification TotalTargetCapacity=2,DefaultTargetCapacityType=spot --spot-options AllocationStrategy=price-capacity-optimized --tag-specifications ResourceType=instance,Tags=[{Key=Name,Value=one}]`,
    );
    const [id] = fleet.Instances[0].InstanceIds;
    await cli(`ec2 wait instance-running --instance-ids ${id}`);
    expect(
      await cli(
        'ec2 describe-instances --filters Name=tag:Name,Values=one Name=instance-state-name,Values=running --query length(Reservations[].Instances[])',
      ),
    ).toBe(2);
    await cli(`ec2 create-tags --resources ${id} --tags Key=claim,Value=n1`);
    expect(
      await cli(
        `ec2 describe-tags --filters Name=resource-id,Values=${id} Name=key,Values=claim --query Tags[].Value`,
      ),
    ).toEqual(['n1']);
    await cli(`ec2 terminate-instances --instance-ids ${id}`);
    await cli(`ec2 wait instance-terminated --instance-ids ${id}`);
    await cli('ec2 delete-launch-template --launch-template-name cli');
  });

  it('sends and receives messages', async () => {
    const { QueueUrl } = await cli('sqs create-queue --queue-name events');
    await cli(`sqs send-message --queue-url ${QueueUrl} --message-body hello`);
    const { Messages } = await cli(
      `sqs receive-message --queue-url ${QueueUrl} --wait-time-seconds 1`,
    );
    expect(Messages[0].Body).toBe('hello');
    await cli(
      `sqs delete-message --queue-url ${QueueUrl} --receipt-handle ${Messages[0].ReceiptHandle}`,
    );
    const { Attributes } = await cli(
      `sqs get-queue-attributes --queue-url ${QueueUrl} --attribute-names ApproximateNumberOfMessagesNotVisible`,
    );
    expect(Attributes).toEqual({ ApproximateNumberOfMessagesNotVisible: '0' });
  });

  it('creates and lists instance profiles', async () => {
    await cli('iam create-instance-profile --instance-profile-name cli --path /karpenter/shop/');
    await cli('iam add-role-to-instance-profile --instance-profile-name cli --role-name node');
    const listed = await cli('iam list-instance-profiles --path-prefix /karpenter/');
    expect(listed.InstanceProfiles[0].Roles[0].RoleName).toBe('node');
  });

  it.each([
    ['ec2 describe-instances --instance-ids i-0123456789abcdef0', 'InvalidInstanceID.NotFound'],
    ['ec2 describe-vpcs --dry-run', 'DryRunOperation'],
    ['ec2 create-vpc --cidr-block 10.0.0.0/16', 'InvalidAction'],
    ['iam get-role --role-name none', 'NoSuchEntity'],
    ['iam list-users', 'InvalidAction'],
    ['ssm get-parameter --name none', 'ParameterNotFound'],
    ['eks describe-cluster --name none', 'ResourceNotFoundException'],
    ['eks list-addons --cluster-name none', 'UnknownOperationException'],
    ['sqs get-queue-url --queue-name none', 'AWS.SimpleQueueService.NonExistentQueue'],
    [
      'sts assume-role --role-arn arn:aws:iam::444455556666:role/none --role-session-name x1',
      'AccessDenied',
    ],
    ['s3api list-buckets', 'InvalidAction'],
  ])('parses the error of a refused call: %s', async (command, code) => {
    expect(await refusalOf(command)).toBe(code);
  });

  it('causes no internal error', () => {
    expect(bugs).toEqual([]);
  });
});
