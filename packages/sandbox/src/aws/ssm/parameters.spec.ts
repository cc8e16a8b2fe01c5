import { GetParameterCommand, GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../../testing/aws-fixture.js';

let fixture: Fixture;
let ssm: SSMClient;
beforeAll(async () => {
  fixture = await startFixture();
  ssm = new SSMClient(fixture.config);
});
afterAll(async () => {
  await fixture.close();
});

const latest = '/aws/service/bottlerocket/aws-k8s-1.36/arm64/latest/image_id';

describe('parameters', () => {
  it('contain image IDs', async () => {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: latest }));
    expect(Parameter).toMatchObject({
      Name: latest,
      Type: 'String',
      Version: 1,
      LastModifiedDate: new Date('2026-10-23T00:00:00Z'),
      ARN: `arn:aws:ssm:us-east-1::parameter${latest}`,
    });
    const image = fixture.world.findImage('us-east-1', Parameter?.Value ?? '');
    expect(image).toMatchObject({ family: 'bottlerocket', architecture: 'arm64' });
  });

  it('are returned in groups, with the names of missing ones', async () => {
    const answer = await ssm.send(new GetParametersCommand({ Names: [latest, '/none', latest] }));
    expect(answer.Parameters?.map(({ Name }) => Name)).toEqual([latest]);
    expect(answer.InvalidParameters).toEqual(['/none']);
  });

  it.each(['/none', '__proto__', ''])('refuse %j', async (Name) => {
    await expect(ssm.send(new GetParameterCommand({ Name }))).rejects.toMatchObject({
      name: 'ParameterNotFound',
    });
  });

  it('refuse more than ten', async () => {
    const Names = Array.from({ length: 11 }, (_, index) => `/p${index}`);
    await expect(ssm.send(new GetParametersCommand({ Names }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});
