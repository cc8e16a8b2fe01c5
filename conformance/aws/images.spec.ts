import {
  DescribeImagesCommand,
  type DescribeImagesRequest,
  type Image,
  paginateDescribeImages,
} from '@aws-sdk/client-ec2';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsBackend, region, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';

let aws: AwsBackend;
/** The image of the parameter that AWS publishes. */
let imageId: string;
beforeAll(async () => {
  aws = await startBackend();
  imageId = (await readParameter(aws.imageParameter)).Value ?? '';
});
afterAll(() => aws.close());

async function readParameter(Name: string) {
  const { Parameter = {} } = await aws.ssm.send(new GetParameterCommand({ Name }));
  return Parameter;
}

/** Describes images as the product does. */
async function describeImages(request: DescribeImagesRequest): Promise<readonly Image[]> {
  const input = { ...request, IncludeDeprecated: true };
  const images: Image[] = [];
  for await (const page of paginateDescribeImages({ client: aws.ec2, pageSize: 500 }, input)) {
    images.push(...(page.Images ?? []));
  }
  return images;
}
const available = { Name: 'state', Values: ['available'] };

describe('GetParameter', () => {
  it('returns the ID of a published image', async () => {
    const parameter = await readParameter(aws.imageParameter);
    expect(parameter).toMatchObject({
      Name: aws.imageParameter,
      Type: 'String',
      Value: expect.stringMatching(/^ami-[0-9a-f]{17}$/),
      LastModifiedDate: expect.any(Date),
    });
    expect(parameter.Version).toBeGreaterThan(0);
  });

  it(
    'names no account as owner of a public parameter',
    unlikeMoto('public-parameter', async () => {
      expect(await readParameter(aws.imageParameter)).toMatchObject({
        ARN: `arn:aws:ssm:${region}::parameter${aws.imageParameter}`,
        DataType: 'aws:ec2:image',
      });
    }),
  );

  it('refuses a parameter that does not exist', async () => {
    await expect(readParameter('/aws/service/none')).rejects.toMatchObject({
      name: 'ParameterNotFound',
      $metadata: { httpStatusCode: 400 },
    });
  });
});

describe('DescribeImages', () => {
  it('finds an image by ID', async () => {
    const filters = [{ Name: 'image-id', Values: [imageId] }, available];
    expect(await describeImages({ Filters: filters })).toMatchObject([
      {
        ImageId: imageId,
        Architecture: 'x86_64',
        State: 'available',
        RootDeviceType: 'ebs',
        CreationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });

  it('finds images by name, with wildcards, among the images of an owner', async () => {
    const [image] = await describeImages({ Filters: [{ Name: 'image-id', Values: [imageId] }] });
    const { Name: name = '', OwnerId: owner = '' } = image ?? {};
    const named = (pattern: string, ...Owners: string[]) =>
      describeImages({ Owners, Filters: [{ Name: 'name', Values: [pattern] }, available] });
    expect((await named(name, 'amazon')).map(({ ImageId }) => ImageId)).toEqual([imageId]);
    expect((await named(name, owner)).map(({ ImageId }) => ImageId)).toEqual([imageId]);
    expect((await named(name, 'self', 'amazon')).map(({ ImageId }) => ImageId)).toEqual([imageId]);
    expect((await named(`${name.slice(0, -1)}?`, 'amazon')).length).toBeGreaterThan(0);
    expect((await named(`${name.slice(0, 12)}*`, 'amazon')).length).toBeGreaterThan(1);
    expect(await named(name, 'self')).toEqual([]);
    expect(await named('no-such-image-*', 'amazon')).toEqual([]);
  });

  it('returns nothing for an unknown ID in a filter', async () => {
    const filters = [{ Name: 'image-id', Values: ['ami-0123456789abcdef0'] }, available];
    expect(await describeImages({ Filters: filters })).toEqual([]);
  });

  it('refuses an unknown ID that is named', async () => {
    await expect(
      aws.ec2.send(new DescribeImagesCommand({ ImageIds: ['ami-0123456789abcdef0'] })),
    ).rejects.toMatchObject({ name: 'InvalidAMIID.NotFound' });
  });
});
