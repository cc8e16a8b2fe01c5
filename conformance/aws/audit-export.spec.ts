import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { S3AuditExport } from '@kerf/cloud-aws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The sandbox has no S3, so this runs on moto only. */
const endpoint = process.env['KERF_CONFORMANCE_AWS_ENDPOINT'];
const credentials = { accessKeyId: 'AKIATESTBED', secretAccessKey: 'testbed' };
const region = 'us-east-1';
const retainUntil = Date.UTC(2099, 0, 1);

describe.skipIf(endpoint === undefined)('the audit export to S3', () => {
  const client = new S3Client({
    region,
    credentials,
    forcePathStyle: true,
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  const open = (bucket: string): S3AuditExport =>
    new S3AuditExport({
      bucket,
      prefix: 'kerf',
      region,
      endpoint: endpoint ?? null,
      isPathStyle: true,
      retentionMode: 'COMPLIANCE',
      credentials,
    });
  const target = open('kerf-audit');
  const place = (key: string) => ({ Bucket: 'kerf-audit', Key: `kerf/${key}` });
  const versions = async (key: string): Promise<number> => {
    const { Bucket, Key: Prefix } = place(key);
    const found = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
    return found.Versions?.length ?? 0;
  };

  beforeAll(async () => {
    await client.send(
      new CreateBucketCommand({ Bucket: 'kerf-audit', ObjectLockEnabledForBucket: true }),
    );
    await client.send(new CreateBucketCommand({ Bucket: 'kerf-unlocked' }));
  });
  afterAll(async () => {
    await target.close();
    client.destroy();
  });

  it('writes an object that is locked until the end of its retention', async () => {
    await target.put({ key: 'audit/1-2.jsonl', body: '{"name":"Grüße"}\n', retainUntil });
    const head = await client.send(new HeadObjectCommand(place('audit/1-2.jsonl')));
    expect(head).toMatchObject({
      ContentType: 'application/x-ndjson',
      ObjectLockMode: 'COMPLIANCE',
      ObjectLockRetainUntilDate: new Date(retainUntil),
    });
    const got = await client.send(new GetObjectCommand(place('audit/1-2.jsonl')));
    expect(await got.Body?.transformToString()).toBe('{"name":"Grüße"}\n');
  });

  it('adds no version when it writes the same object again', async () => {
    const object = { key: 'audit/3-3.jsonl', body: '{}\n', retainUntil };
    await target.put(object);
    await target.put({ ...object, retainUntil: retainUntil + 60_000 });
    expect(await versions(object.key)).toBe(1);
  });

  it('refuses an object that somebody else wrote in its place', async () => {
    await client.send(new PutObjectCommand({ ...place('audit/4-4.jsonl'), Body: 'other' }));
    await expect(
      target.put({ key: 'audit/4-4.jsonl', body: '{}\n', retainUntil }),
    ).rejects.toMatchObject({
      code: 'STATE.CONFLICT',
      message: expect.stringMatching(/audit\/4-4.jsonl exists/),
    });
  });

  it('says what is wrong with the bucket', async () => {
    const object = { key: 'audit/1-1.jsonl', body: '{}\n', retainUntil };
    await expect(open('kerf-none').put(object)).rejects.toMatchObject({
      message: expect.stringMatching(/^s3:PutObject: .*bucket does not exist/),
    });
    await expect(open('kerf-unlocked').put(object)).rejects.toMatchObject({
      message: expect.stringMatching(/^s3:PutObject: .*Object ?Lock/),
    });
  });
});
