import { createServer, type RequestListener, type Server } from 'node:http';
import { DescribeInstancesCommand, paginateDescribeInstances } from '@aws-sdk/client-ec2';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CallLimits, createAwsSessions } from './clients.js';
import { collectPages } from './pages.js';
import { fetchOnDemandPrices } from './pricing/on-demand-prices.js';

vi.setConfig({ testTimeout: 60_000 });

const mebibyte = 1024 * 1024;
/** Long enough to show that the size ends the call. */
const limit = { requestMs: 30_000, callMs: 50_000 };
const limits: CallLimits = { ordinary: limit, slow: limit, waiting: limit };

const credentials = `<AssumeRoleResponse><AssumeRoleResult><Credentials>
  <AccessKeyId>AKIA</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>
  <Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`;

let server: Server | null = null;
let sentBytes = 0;
const stopping = { with: new AbortController() };

/** An AWS whose services answer like this, except for the credentials of the role. */
async function hostileAws(answer: RequestListener) {
  sentBytes = 0;
  stopping.with = new AbortController();
  const aws = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isRole = Buffer.concat(chunks).includes('Action=AssumeRole');
      if (isRole) response.writeHead(200, { 'content-type': 'text/xml' }).end(credentials);
      else answer(request, response);
    });
  });
  server = aws;
  await new Promise<void>((resolve) => void aws.listen(0, '127.0.0.1', resolve));
  const address = aws.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIA');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const target = {
    clusterName: 'c',
    region: 'us-east-1',
    roleArn: 'arn:aws:iam::111122223333:role/k',
    externalId: null,
  };
  const sessions = createAwsSessions(limits, stopping.with.signal, { now: () => Date.now() });
  return sessions.for(target);
}

afterEach(async () => {
  vi.unstubAllEnvs();
  stopping.with.abort();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => void server?.close(() => resolve()));
});

const pour =
  (status: number, type: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type });
    const piece = 'x'.repeat(64 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) sentBytes += piece.length;
    };
    response.on('drain', more);
    more();
  };

const isFailure = expect.objectContaining({
  code: 'CLOUD.UNREACHABLE',
  retry: { kind: 'backoff' },
});

describe('an answer of AWS that never ends', () => {
  it.each([
    [200, 'text/xml'],
    [400, 'text/xml'],
    [503, 'text/html'],
  ])('is not read to memory by a call of EC2, with status %d', async (status, type) => {
    const session = await hostileAws(pour(status, type));
    const call = session.call('ec2:DescribeInstances', (options) =>
      session.ec2.send(new DescribeInstancesCommand({}), options),
    );
    await expect(call).rejects.toEqual(isFailure);
    // Each of three attempts reads what is allowed, and buffers of sockets have some more.
    expect(sentBytes).toBeLessThan(100 * mebibyte);
  });

  it('is not read to memory by calls of SQS, SSM and the price list', async () => {
    const json = 'application/x-amz-json-1.1';
    const session = await hostileAws(pour(200, json));
    const receive = session.call('sqs:ReceiveMessage', (options) =>
      session.sqs.send(new ReceiveMessageCommand({ QueueUrl: 'http://q' }), options),
    );
    await expect(receive).rejects.toEqual(isFailure);
    const parameter = session.call('ssm:GetParameter', (options) =>
      session.ssm.send(new GetParameterCommand({ Name: '/a' }), options),
    );
    await expect(parameter).rejects.toEqual(isFailure);
    await expect(fetchOnDemandPrices(session)).rejects.toEqual(isFailure);
  });

  it('ends a list whose pages have new tokens forever', async () => {
    let pages = 0;
    const session = await hostileAws((_request, response) => {
      pages += 1;
      const item = `<item><instancesSet><item><instanceId>${'x'.repeat(4 * mebibyte)}</instanceId></item></instancesSet></item>`;
      response.writeHead(200, { 'content-type': 'text/xml' });
      response.end(
        `<DescribeInstancesResponse><reservationSet>${item}</reservationSet><nextToken>t${pages}</nextToken></DescribeInstancesResponse>`,
      );
    });
    const call = session.call('ec2:DescribeInstances', (options) =>
      collectPages(
        paginateDescribeInstances({ client: session.ec2 }, {}, options),
        (page) => page.Reservations,
      ),
    );
    await expect(call).rejects.toEqual(isFailure);
    expect(pages).toBeLessThan(20);
  });
});

describe('an answer of AWS that is garbage', () => {
  it.each([
    ['text/xml', '<DescribeInstancesResponse><reservationSet><item>'],
    ['text/xml', '\u0000\u0001\u0002'],
    ['text/html', '<html>Sign in</html>'],
  ])('is a failure that is tried again: %s %j', async (type, body) => {
    const session = await hostileAws((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const call = session.call('ec2:DescribeInstances', (options) =>
      session.ec2.send(new DescribeInstancesCommand({}), options),
    );
    await expect(call).rejects.toEqual(isFailure);
  });
});
