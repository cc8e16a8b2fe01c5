import { createServer } from 'node:http';
import { CreateVpcCommand, DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2';
import { CreateClusterCommand, EKSClient } from '@aws-sdk/client-eks';
import { CreateUserCommand, IAMClient } from '@aws-sdk/client-iam';
import { DescribeServicesCommand, PricingClient } from '@aws-sdk/client-pricing';
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetSessionTokenCommand, STSClient } from '@aws-sdk/client-sts';
import { isAppError } from '@kerf/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../testing/aws-fixture.js';
import { startAwsServer } from './server.js';

/** Wait options for events that the server detects with a delay, also on a busy machine. */
const waitOptions = { timeout: 4000 };

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(async () => {
  await fixture.close();
});

const describeVpcs = () => fixture.ec2.send(new DescribeVpcsCommand({}));

describe('an operation that the sandbox lacks', () => {
  it('is refused with the error of its service', async () => {
    const { config } = fixture;
    await expect(
      new EC2Client(config).send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' })),
    ).rejects.toMatchObject({ name: 'InvalidAction', $metadata: { httpStatusCode: 400 } });
    await expect(
      new IAMClient(config).send(new CreateUserCommand({ UserName: 'x' })),
    ).rejects.toMatchObject({ name: 'InvalidAction' });
    await expect(new STSClient(config).send(new GetSessionTokenCommand({}))).rejects.toMatchObject({
      name: 'InvalidAction',
    });
    await expect(new SQSClient(config).send(new ListQueuesCommand({}))).rejects.toMatchObject({
      // Clients prefer the code of the older protocol, which the response has too.
      name: 'InvalidAction',
    });
    await expect(
      new SSMClient(config).send(new PutParameterCommand({ Name: 'x', Value: 'y' })),
    ).rejects.toMatchObject({ name: 'UnknownOperationException' });
    await expect(
      new PricingClient(config).send(new DescribeServicesCommand({})),
    ).rejects.toMatchObject({ name: 'UnknownOperationException' });
    await expect(
      new EKSClient(config).send(
        new CreateClusterCommand({ name: 'x', roleArn: 'r', resourcesVpcConfig: {} }),
      ),
    ).rejects.toMatchObject({
      name: 'UnknownOperationException',
      $metadata: { httpStatusCode: 404 },
    });
  });
});

describe('a request that is not an AWS call', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(fixture.server.url, { method: 'POST', body, headers });
  const scope = (service: string) => ({
    authorization: `AWS4-HMAC-SHA256 Credential=AKIA/20261121/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=00`,
    'x-amz-date': '20261121T000000Z',
  });

  it('gets an XML error if it is not signed', async () => {
    const answer = await post('Action=DescribeVpcs');
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toContain('text/xml');
    expect(answer.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await answer.text()).toContain('<Code>MissingAuthenticationToken</Code>');
  });

  it('gets a JSON error if it uses JSON', async () => {
    const answer = await post('{}', { 'content-type': 'application/x-amz-json-1.1' });
    expect(await answer.json()).toMatchObject({
      __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
    });
  });

  it('gets an error if the service does not exist', async () => {
    expect(await (await post('', scope('s3'))).text()).toContain('no service s3');
    expect(await (await post('', scope('constructor'))).text()).toContain('no service');
  });

  it.each([
    'AWS4-HMAC-SHA256',
    'AWS4-HMAC-SHA256 Credential=a/b',
    'AWS4-HMAC-SHA256 Credential=a/b/c/d/e',
    'Basic YTpi',
    '',
  ])('is not signed by the header %j', async (authorization) => {
    const answer = await post('', { authorization, 'x-amz-date': 'yesterday' });
    expect(answer.status).toBe(403);
  });

  it('is refused if it is too large', async () => {
    const body = 'x'.repeat(2 * 1024 * 1024 + 1);
    const outcome = await post(body).then(
      (answer) => answer.status,
      // The server does not read the whole body, so the client may see a closed connection first.
      () => 413,
    );
    expect(outcome).toBe(413);
    await expect(describeVpcs()).resolves.toBeDefined();
  });

  it('is refused if its JSON is invalid', async () => {
    const client = new SSMClient(fixture.config);
    client.middlewareStack.add(
      (next) => (args) => {
        Reflect.set(Object(args.request), 'body', '{"Name":');
        return next(args);
      },
      { step: 'build', priority: 'high' },
    );
    await expect(client.send(new GetParameterCommand({ Name: 'x' }))).rejects.toMatchObject({
      name: 'SerializationException',
    });
  });
});

describe('a bug', () => {
  it('is reported here and is an internal error for the client', async () => {
    Reflect.deleteProperty(fixture.world.state, 'vpcs');
    await expect(describeVpcs()).rejects.toMatchObject({
      name: 'InternalError',
      $metadata: { httpStatusCode: 500 },
    });
    const bugs = fixture.bugs.splice(0);
    expect(bugs).toHaveLength(1);
    expect(bugs[0]).toBeInstanceOf(TypeError);
  });
});

describe('a fault', () => {
  it('is returned to the client', async () => {
    const { faults } = fixture.world;
    const effect = {
      kind: 'error',
      code: 'Unavailable',
      message: 'back soon',
      status: 503,
    } as const;
    faults.add({ match: { service: 'ec2', operation: 'DescribeVpcs' }, effect, times: 1 });
    await expect(describeVpcs()).rejects.toMatchObject({
      name: 'Unavailable',
      message: 'back soon',
      $metadata: { httpStatusCode: 503 },
    });
    await expect(describeVpcs()).resolves.toBeDefined();
  });

  it('throttles with the error of the service', async () => {
    fixture.world.faults.add({ match: {}, effect: { kind: 'throttle', perSecond: 1 } });
    await describeVpcs();
    await expect(describeVpcs()).rejects.toMatchObject({
      name: 'RequestLimitExceeded',
      $metadata: { httpStatusCode: 503 },
    });
  });

  it('delays an answer', async () => {
    fixture.world.faults.add({ match: {}, effect: { kind: 'delay', delayMs: 5000 } });
    const order: string[] = [];
    const answer = describeVpcs().finally(() => order.push('answered'));
    await expect.poll(() => fixture.clock.pending, waitOptions).toBe(1);
    order.push('time passes');
    fixture.clock.advance(50_000);
    await answer;
    expect(order).toEqual(['time passes', 'answered']);
  });

  it('is added to the usual latency', async () => {
    const slow = await startFixture({ latency: 1 });
    try {
      const answer = slow.ec2.send(new DescribeVpcsCommand({}));
      await expect.poll(() => slow.clock.pending, waitOptions).toBe(1);
      slow.clock.advance(1_000);
      await expect(answer).resolves.toBeDefined();
    } finally {
      await slow.close();
    }
  });

  it('never answers', async () => {
    fixture.world.faults.add({ match: {}, effect: { kind: 'hang' } });
    const abort = new AbortController();
    const call = fixture.ec2.send(new DescribeVpcsCommand({}), { abortSignal: abort.signal });
    await expect.poll(() => fixture.world.faults.list()[0]?.seen, waitOptions).toBe(1);
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('startAwsServer', () => {
  it('reports a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const starting = startAwsServer({
      world: fixture.world,
      clusters: { find: () => null, list: () => [] },
      port,
      onBug: () => undefined,
    });
    await expect(starting).rejects.toSatisfy(
      (error) =>
        isAppError(error) && error.code === 'CONFIG.INVALID' && error.meta['port'] === port,
    );
    other.close();
  });
});
