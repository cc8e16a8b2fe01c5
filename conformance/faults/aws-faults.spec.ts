import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { LaunchRequest } from '@kerf/application';
import { createEc2CloudProvider, type Ec2CloudProvider } from '@kerf/cloud-aws';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AwsBackend, startBackend } from '../aws/backend.js';
import { type LaunchSetup, newLaunch, prepareLaunches } from '../aws/product.js';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.js';

/* The product's adapter with a faulty network before AWS: the sandbox, or moto. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const closing = new AbortController();
let aws: AwsBackend;
let proxy: FaultProxy;
let setup: LaunchSetup;
let cloud: Ec2CloudProvider;
/** Ends calls without an answer early; used for calls that fail. */
let hasty: Ec2CloudProvider;

beforeAll(async () => {
  aws = await startBackend();
  proxy = await startFaultProxy(aws.endpoint);
  vi.stubEnv('AWS_ENDPOINT_URL', proxy.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', aws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', aws.credentials.secretAccessKey);
  cloud = createCloud(120_000);
  setup = await prepareLaunches(aws, cloud);
  hasty = createCloud(500);
  // Fetches the credentials of the role.
  await hasty.whoAmI(setup.target);
});
afterEach(() => {
  proxy.choose = () => null;
});
afterAll(async () => {
  closing.abort();
  vi.unstubAllEnvs();
  await proxy.close();
  await aws.close();
});

function createCloud(requestMs: number): Ec2CloudProvider {
  const limit = { requestMs, callMs: 3 * requestMs };
  return createEc2CloudProvider({
    clock: { now: () => Date.now() },
    signal: closing.signal,
    limits: { ordinary: limit, slow: limit, waiting: limit },
  });
}

const page = '<html><body>upstream connect error</body></html>';
const faults: readonly Fault[] = [
  { kind: 'answer', status: 429, body: page },
  { kind: 'answer', status: 403, body: page },
  { kind: 'answer', status: 500, body: page },
  { kind: 'answer', status: 503, body: '' },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'lose-answer' },
  { kind: 'cut-answer' },
  { kind: 'truncate-answer' },
  { kind: 'trickle', everyMs: 50 },
  { kind: 'interim-only', everyMs: 50 },
];
const named = faults.map(
  (fault) =>
    [fault.kind === 'answer' ? `${fault.kind} ${fault.status}` : fault.kind, fault] as const,
);

/** Applies the fault to every call of the operation. */
function fail(operation: string, fault: Fault): void {
  proxy.choose = (exchange) => (exchange.operation === operation ? fault : null);
}

const retryable = { retry: { kind: 'backoff' }, code: expect.stringMatching(/^CLOUD\./) };
const launch = async (request: LaunchRequest, by = cloud) =>
  (await by.launch(setup.target, request)).instance.instanceId;
const instancesOf = async ({ nodeClaimName }: LaunchRequest) =>
  (await cloud.listInstances(setup.target))
    .filter(({ tags }) => tags['karpenter.sh/nodeclaim'] === nodeClaimName)
    .map(({ instanceId }) => instanceId);

describe.each(named)('%s', (_name, fault) => {
  it('of CreateFleet leads to one instance', async () => {
    const request = newLaunch(setup);
    fail('CreateFleet', fault);
    await expect(launch(request, hasty)).rejects.toMatchObject(retryable);
    // The repeated launch finds the instance if there is one.
    const repeated = await launch({ ...request, isRepeat: true }, hasty).catch(() => null);
    proxy.choose = () => null;
    const instanceId = await launch({ ...request, isRepeat: true });
    expect(await instancesOf(request)).toEqual([instanceId]);
    expect(repeated ?? instanceId).toBe(instanceId);
  });

  it('of CreateLaunchTemplate delays a launch', async () => {
    const spec = { ...setup.spec, userData: `#!/bin/sh\n# ${_name}` };
    const request = { ...newLaunch(setup), nodeClass: { name: 'default', spec } };
    fail('CreateLaunchTemplate', fault);
    await expect(launch(request, hasty)).rejects.toMatchObject(retryable);
    proxy.choose = () => null;
    const instanceId = await launch({ ...request, isRepeat: true });
    expect(await instancesOf(request)).toEqual([instanceId]);
  });

  it('of DescribeInstances is never an incomplete list', async () => {
    await launch(newLaunch(setup));
    fail('DescribeInstances', fault);
    await expect(hasty.listInstances(setup.target)).rejects.toMatchObject(retryable);
    await expect(hasty.getInstance(setup.target, 'i-0123456789abcdef0')).rejects.toMatchObject(
      retryable,
    );
  });

  it('of TerminateInstances is retried until the instance ends', async () => {
    const request = newLaunch(setup);
    const instanceId = await launch(request);
    fail('TerminateInstances', fault);
    await expect(hasty.terminate(setup.target, instanceId)).rejects.toMatchObject(retryable);
    proxy.choose = () => null;
    await cloud.terminate(setup.target, instanceId);
    const found = await cloud.getInstance(setup.target, instanceId);
    expect(found?.state ?? 'terminated').toMatch(/shutting-down|terminated/);
  });

  it('of DeleteMessageBatch keeps or deletes the message', async () => {
    const QueueName = `${aws.clusterName}-${_name.replace(' ', '-')}`;
    const { QueueUrl } = await aws.sqs.send(new CreateQueueCommand({ QueueName }));
    await aws.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'no JSON' }));
    const queue = cloud.interruptionQueues.open(setup.target, QueueName);
    const receipts = (await queue.receive()).map(({ receipt }) => receipt);
    const hastyQueue = hasty.interruptionQueues.open(setup.target, QueueName);
    fail('DeleteMessageBatch', fault);
    await expect(hastyQueue.delete(receipts)).rejects.toMatchObject(retryable);
    proxy.choose = () => null;
    await queue.delete(receipts);
    queue.close();
    expect(await cloud.describeQueue(setup.target, QueueName)).toEqual({ waitingMessages: 0 });
  });
});

describe('an AssumeRole whose answer', () => {
  it.each([
    { kind: 'trickle', everyMs: 50 },
    { kind: 'interim-only', everyMs: 50 },
    { kind: 'hang' },
    { kind: 'stall-answer' },
  ] as const)('has the fault %j fails, and is repeated later', async (fault) => {
    const fresh = createCloud(500);
    fail('AssumeRole', fault);
    await expect(fresh.listInstances(setup.target)).rejects.toMatchObject(retryable);
    proxy.choose = () => null;
    await fresh.listInstances(setup.target);
  });
});

describe('a request that arrives twice', () => {
  it('of TerminateInstances ends the instance', async () => {
    const instanceId = await launch(newLaunch(setup));
    fail('TerminateInstances', { kind: 'repeat' });
    await cloud.terminate(setup.target, instanceId);
    const found = await cloud.getInstance(setup.target, instanceId);
    expect(found?.state ?? 'terminated').toMatch(/shutting-down|terminated/);
  });

  it('of CreateLaunchTemplate creates one', async () => {
    const spec = { ...setup.spec, userData: '#!/bin/sh\n# twice' };
    const request = { ...newLaunch(setup), nodeClass: { name: 'default', spec } };
    fail('CreateLaunchTemplate', { kind: 'repeat' });
    const instanceId = await launch(request);
    expect(await instancesOf(request)).toEqual([instanceId]);
  });
});
