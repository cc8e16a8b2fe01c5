import {
  CreateLaunchTemplateCommand,
  type CreateLaunchTemplateCommandInput,
  DeleteLaunchTemplateCommand,
  DescribeLaunchTemplatesCommand,
  DescribeLaunchTemplateVersionsCommand,
  paginateDescribeLaunchTemplates,
} from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../../../testing/aws-fixture.js';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(async () => {
  await fixture.close();
});

function request(
  change: Partial<CreateLaunchTemplateCommandInput> = {},
): CreateLaunchTemplateCommandInput {
  return {
    LaunchTemplateName: 'kerf-1',
    LaunchTemplateData: {
      ImageId: fixture.imageId('x86_64'),
      UserData: Buffer.from('#!/bin/sh').toString('base64'),
      SecurityGroupIds: [fixture.securityGroupId],
      BlockDeviceMappings: [
        { DeviceName: '/dev/xvda', Ebs: { VolumeSize: 100, VolumeType: 'gp3' } },
      ],
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      TagSpecifications: [{ ResourceType: 'instance', Tags: [{ Key: 'a', Value: 'b' }] }],
    },
    TagSpecifications: [
      { ResourceType: 'launch-template', Tags: [{ Key: 'cluster', Value: 'shop' }] },
    ],
    ...change,
  };
}
const create = (change?: Partial<CreateLaunchTemplateCommandInput>) =>
  fixture.ec2.send(new CreateLaunchTemplateCommand(request(change)));

describe('CreateLaunchTemplate', () => {
  it('returns the template as it was created', async () => {
    const { LaunchTemplate } = await create();
    expect(LaunchTemplate).toMatchObject({
      LaunchTemplateName: 'kerf-1',
      CreateTime: new Date(fixture.clock.now()),
      LatestVersionNumber: 1,
      Tags: [{ Key: 'cluster', Value: 'shop' }],
    });
    const { LaunchTemplateVersions } = await fixture.ec2.send(
      new DescribeLaunchTemplateVersionsCommand({
        LaunchTemplateId: LaunchTemplate?.LaunchTemplateId,
        Versions: ['$Latest'],
      }),
    );
    expect(LaunchTemplateVersions?.[0]).toMatchObject({
      VersionNumber: 1,
      DefaultVersion: true,
      LaunchTemplateData: request().LaunchTemplateData,
    });
  });

  it('returns the same template for the same token, and refuses another request with it', async () => {
    const first = await create({ ClientToken: 'token' });
    const second = await create({ ClientToken: 'token' });
    expect(second.LaunchTemplate).toEqual(first.LaunchTemplate);
    expect(fixture.world.state.launchTemplates.size).toBe(1);
    await expect(
      create({ ClientToken: 'token', LaunchTemplateName: 'kerf-2' }),
    ).rejects.toMatchObject({ name: 'IdempotentParameterMismatch' });
  });

  it('refuses a name that is in use, and an invalid one', async () => {
    await create();
    await expect(create()).rejects.toMatchObject({
      name: 'InvalidLaunchTemplateName.AlreadyExistsException',
    });
    await expect(create({ LaunchTemplateName: 'a b' })).rejects.toMatchObject({
      name: 'InvalidLaunchTemplateName.MalformedException',
    });
  });

  it('creates nothing in a dry run', async () => {
    await expect(create({ DryRun: true })).rejects.toMatchObject({ name: 'DryRunOperation' });
    await expect(create({ DryRun: true, LaunchTemplateName: '' })).rejects.toMatchObject({
      name: 'InvalidLaunchTemplateName.MalformedException',
    });
    expect(fixture.world.state.launchTemplates.size).toBe(0);
  });

  it('refuses tags that are reserved, too long or too many', async () => {
    const withTags = (Tags: { Key: string; Value: string }[]) =>
      create({ TagSpecifications: [{ ResourceType: 'launch-template', Tags }] });
    await expect(withTags([{ Key: 'aws:x', Value: '' }])).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    await expect(withTags([{ Key: 'k'.repeat(129), Value: '' }])).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    const many = Array.from({ length: 51 }, (_, index) => ({ Key: `k${index}`, Value: '' }));
    await expect(withTags(many)).rejects.toMatchObject({ name: 'TagLimitExceeded' });
  });
});

describe('the others', () => {
  it('are found by name and tag, in pages', async () => {
    for (const name of ['one', 'two', 'three']) await create({ LaunchTemplateName: name });
    const byName = await fixture.ec2.send(
      new DescribeLaunchTemplatesCommand({ LaunchTemplateNames: ['two'] }),
    );
    expect(byName.LaunchTemplates).toMatchObject([{ LaunchTemplateName: 'two' }]);
    const byTag = await fixture.ec2.send(
      new DescribeLaunchTemplatesCommand({ Filters: [{ Name: 'tag:cluster', Values: ['shop'] }] }),
    );
    expect(byTag.LaunchTemplates).toHaveLength(3);
    let pages = 0;
    for await (const page of paginateDescribeLaunchTemplates(
      { client: fixture.ec2 },
      { MaxResults: 1 },
    )) {
      pages += page.LaunchTemplates?.length ?? 0;
    }
    expect(pages).toBe(3);
  });

  it('report templates that do not exist', async () => {
    await expect(
      fixture.ec2.send(new DescribeLaunchTemplatesCommand({ LaunchTemplateNames: ['none'] })),
    ).rejects.toMatchObject({ name: 'InvalidLaunchTemplateName.NotFoundException' });
    await expect(
      fixture.ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateId: 'lt-0' })),
    ).rejects.toMatchObject({ name: 'InvalidLaunchTemplateId.NotFound' });
    await expect(fixture.ec2.send(new DeleteLaunchTemplateCommand({}))).rejects.toMatchObject({
      name: 'MissingParameter',
    });
    await create();
    await expect(
      fixture.ec2.send(
        new DescribeLaunchTemplateVersionsCommand({
          LaunchTemplateName: 'kerf-1',
          Versions: ['7'],
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidLaunchTemplateId.VersionNotFound' });
  });

  it('end with DeleteLaunchTemplate', async () => {
    await create();
    await fixture.ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateName: 'kerf-1' }));
    expect(fixture.world.state.launchTemplates.size).toBe(0);
  });
});
