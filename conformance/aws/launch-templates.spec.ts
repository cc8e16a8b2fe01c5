import {
  CreateLaunchTemplateCommand,
  type CreateLaunchTemplateRequest,
  DeleteLaunchTemplateCommand,
  DescribeLaunchTemplatesCommand,
  paginateDescribeLaunchTemplates,
} from '@aws-sdk/client-ec2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages } from './all-pages.js';
import { type AwsBackend, startBackend } from './backend.js';
import { unlikeMoto } from './differences.js';

let aws: AwsBackend;
beforeAll(async () => {
  aws = await startBackend();
});
afterAll(() => aws.close());

const nameOf = (suffix: string): string => `${aws.clusterName}-${suffix}`;

const create = (suffix: string, more: Partial<CreateLaunchTemplateRequest> = {}) =>
  aws.ec2.send(
    new CreateLaunchTemplateCommand({
      LaunchTemplateName: nameOf(suffix),
      LaunchTemplateData: { ImageId: 'ami-0123456789abcdef0', UserData: 'aGk=' },
      TagSpecifications: [
        {
          ResourceType: 'launch-template',
          Tags: [{ Key: 'eks:eks-cluster-name', Value: nameOf('cluster') }],
        },
      ],
      ...more,
    }),
  );
const remove = (suffix: string) =>
  aws.ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateName: nameOf(suffix) }));

/** Lists names as the product does. */
async function names(cluster: string): Promise<readonly string[]> {
  const Filters = [{ Name: 'tag:eks:eks-cluster-name', Values: [cluster] }];
  const pages = paginateDescribeLaunchTemplates({ client: aws.ec2, pageSize: 200 }, { Filters });
  return (await allPages(pages))
    .flatMap(({ LaunchTemplates = [] }) => LaunchTemplates)
    .map(({ LaunchTemplateName = '' }) => LaunchTemplateName)
    .toSorted();
}

describe('launch templates', () => {
  it('are created with tags and found by them', async () => {
    const { LaunchTemplate } = await create('one');
    expect(LaunchTemplate).toMatchObject({
      LaunchTemplateId: expect.stringMatching(/^lt-[0-9a-f]{17}$/),
      LaunchTemplateName: nameOf('one'),
      DefaultVersionNumber: 1,
      LatestVersionNumber: 1,
      Tags: [{ Key: 'eks:eks-cluster-name', Value: nameOf('cluster') }],
    });
    expect(LaunchTemplate?.CreateTime).toBeInstanceOf(Date);
    await create('two');
    expect(await names(nameOf('cluster'))).toEqual([nameOf('one'), nameOf('two')]);
    expect(await names(nameOf('other'))).toEqual([]);
  });

  it('have a name of their own', async () => {
    await create('same');
    await expect(create('same')).rejects.toMatchObject({
      name: 'InvalidLaunchTemplateName.AlreadyExistsException',
      $metadata: { httpStatusCode: 400 },
    });
  });

  it(
    'are created once per client token',
    unlikeMoto('template-client-token', async () => {
      const once = await create('token', { ClientToken: nameOf('token') });
      const twice = await create('token', { ClientToken: nameOf('token') });
      expect(twice.LaunchTemplate?.LaunchTemplateId).toBe(once.LaunchTemplate?.LaunchTemplateId);
    }),
  );

  it('that are unknown cannot be named', async () => {
    const command = new DescribeLaunchTemplatesCommand({ LaunchTemplateNames: [nameOf('none')] });
    await expect(aws.ec2.send(command)).rejects.toMatchObject({
      name: 'InvalidLaunchTemplateName.NotFoundException',
    });
  });

  it('are deleted by name, and their names are free again', async () => {
    await create('gone');
    const { LaunchTemplate } = await remove('gone');
    expect(LaunchTemplate?.LaunchTemplateName).toBe(nameOf('gone'));
    await create('gone');
    await remove('gone');
    expect(await names(nameOf('cluster'))).not.toContain(nameOf('gone'));
  });

  it(
    'that are deleted cannot be deleted again',
    unlikeMoto('delete-template-twice', async () => {
      await create('twice');
      await remove('twice');
      await expect(remove('twice')).rejects.toMatchObject({
        name: 'InvalidLaunchTemplateName.NotFoundException',
      });
    }),
  );

  it(
    'have as many to a page as requested',
    unlikeMoto('template-pages', async () => {
      await Promise.all(['page-a', 'page-b', 'page-c'].map((suffix) => create(suffix)));
      const { LaunchTemplates, NextToken } = await aws.ec2.send(
        new DescribeLaunchTemplatesCommand({
          MaxResults: 2,
          Filters: [{ Name: 'launch-template-name', Values: [nameOf('page-*')] }],
        }),
      );
      expect(LaunchTemplates).toHaveLength(2);
      expect(NextToken).toEqual(expect.any(String));
    }),
  );
});
