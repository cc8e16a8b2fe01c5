import { CreateTagsCommand, DeleteTagsCommand, DescribeTagsCommand } from '@aws-sdk/client-ec2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../../testing/aws-fixture.js';

let fixture: Fixture;
let id: string;
beforeEach(async () => {
  fixture = await startFixture();
  id = fixture.world.launchNow({
    subnetId: fixture.subnetIds.a,
    instanceType: 'm5.large',
    imageId: fixture.imageId('x86_64'),
    capacityType: 'spot',
    userData: '',
    tags: { keep: '1', 'aws:ec2:fleet-id': 'f' },
  }).id;
});
afterEach(async () => {
  await fixture.close();
});

const tagsOf = (instanceId: string) => fixture.world.state.instances.get(instanceId)?.tags;
const create = (Resources: string[], tags: Record<string, string>) =>
  fixture.ec2.send(
    new CreateTagsCommand({
      Resources,
      Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    }),
  );

describe('tags', () => {
  it('are added, replaced and removed', async () => {
    await create([id, fixture.subnetIds.b], { Name: 'shop/node-1', keep: '2' });
    expect(tagsOf(id)).toEqual({ keep: '2', 'aws:ec2:fleet-id': 'f', Name: 'shop/node-1' });
    await fixture.ec2.send(
      new DeleteTagsCommand({
        Resources: [id],
        Tags: [{ Key: 'Name' }, { Key: 'keep', Value: 'another' }],
      }),
    );
    expect(tagsOf(id)).toEqual({ keep: '2', 'aws:ec2:fleet-id': 'f' });
    await fixture.ec2.send(new DeleteTagsCommand({ Resources: [id] }));
    expect(tagsOf(id)).toEqual({ 'aws:ec2:fleet-id': 'f' });
  });

  it('are found across resources', async () => {
    const { Tags } = await fixture.ec2.send(
      new DescribeTagsCommand({
        Filters: [
          { Name: 'key', Values: ['karpenter.sh/discovery'] },
          { Name: 'resource-type', Values: ['subnet', 'security-group'] },
        ],
      }),
    );
    expect(Tags?.map(({ ResourceType, Value }) => `${ResourceType} ${Value}`).sort()).toEqual([
      'security-group shop',
      'subnet shop',
      'subnet shop',
      'subnet shop',
    ]);
  });

  it('change on no resource if one does not exist', async () => {
    await expect(create([id, 'i-0123456789abcdef0'], { a: 'b' })).rejects.toMatchObject({
      name: 'InvalidInstanceID.NotFound',
    });
    await expect(create([id, 'thing'], { a: 'b' })).rejects.toMatchObject({ name: 'InvalidID' });
    expect(tagsOf(id)).not.toHaveProperty('a');
  });

  it('are refused when they are reserved or too many', async () => {
    await expect(create([id], { 'aws:mine': 'x' })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    });
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, '']));
    await expect(create([id], fifty)).rejects.toMatchObject({ name: 'TagLimitExceeded' });
    const fortyNine = Object.fromEntries(Object.entries(fifty).slice(1));
    await create([id], fortyNine);
    expect(Object.keys(tagsOf(id) ?? {})).toHaveLength(51);
  });
});
