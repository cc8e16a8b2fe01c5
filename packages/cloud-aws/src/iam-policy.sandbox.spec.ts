import {
  CreateFleetCommand,
  CreateLaunchTemplateCommand,
  CreateTagsCommand,
  DeleteLaunchTemplateCommand,
  EC2Client,
  RebootInstancesCommand,
  RunInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { AddRoleToInstanceProfileCommand, IAMClient } from '@aws-sdk/client-iam';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { NodeClassResolution } from '@kerf/application';
import { invariant } from '@kerf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someFacts, someLaunchRequest, someNodeClass } from './testing/builders.js';
import {
  describedCluster,
  region,
  type SandboxCloud,
  spokeAccount,
  startSandboxCloud,
} from './testing/sandbox.js';

let sandbox: SandboxCloud;
let resolution: NodeClassResolution;
let ec2: EC2Client;
let iam: IAMClient;
const nodeClass = { name: 'default', spec: someNodeClass() };

beforeAll(async () => {
  sandbox = await startSandboxCloud();
  resolution = await sandbox.cloud.resolveNodeClass(sandbox.target, nodeClass, '1.34', 'auto');
  // The role itself, without Kerf's session policy.
  const { roleArn, externalId } = sandbox.target;
  const credentials = fromTemporaryCredentials({
    params: { RoleArn: roleArn, RoleSessionName: 'misused', ExternalId: externalId ?? '' },
    clientConfig: { region },
  });
  ec2 = new EC2Client({ region, credentials });
  iam = new IAMClient({ region, credentials });
});
afterAll(() => sandbox.close());

const launch = (claim: string, capacityType: 'spot' | 'on-demand', nodePool: string | null) => {
  const request = someLaunchRequest([someFacts()], {
    token: `ncl_${claim}`,
    nodeClaimName: claim,
    nodeClass,
    nodePool,
    resolution,
    cluster: { name: 'prod', ...describedCluster },
  });
  const options = request.options.map((option) => ({
    ...option,
    offerings: option.offerings.filter((offering) => offering.capacityType === capacityType),
  }));
  return sandbox.cloud.launch(sandbox.target, { ...request, options });
};

const refused = { name: 'UnauthorizedOperation' };
const tags = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([Key, Value]) => ({ Key, Value }));
const owned = {
  'kubernetes.io/cluster/prod': 'owned',
  'eks:eks-cluster-name': 'prod',
  'karpenter.sh/nodepool': 'default',
};

/** Creates a launch template without tags. @returns the function that deletes it */
async function templateOfOthers(): Promise<() => void> {
  await launch('template', 'spot', 'default');
  const templates = sandbox.world.state.launchTemplates;
  const [own] = templates.values();
  invariant(own !== undefined, 'the launch made one');
  templates.set('lt-of-others', { ...own, id: 'lt-of-others', name: 'others', tags: {} });
  return () => templates.delete('lt-of-others');
}

const imageId = () => resolution.images.find(({ architecture }) => architecture === 'amd64')?.id;

/** An instance in the cluster's account that does not belong to the cluster. */
async function strangersInstance(): Promise<string> {
  const administrator = new EC2Client({
    region,
    credentials: fromTemporaryCredentials({
      params: {
        RoleArn: sandbox.targetOf(['*']).roleArn,
        RoleSessionName: 'administrator',
        ExternalId: sandbox.target.externalId ?? '',
      },
      clientConfig: { region },
    }),
  });
  const { Instances = [] } = await administrator.send(
    new RunInstancesCommand({
      ImageId: imageId(),
      InstanceType: 'm5.xlarge',
      SubnetId: resolution.subnets[0]?.id,
      MinCount: 1,
      MaxCount: 1,
    }),
  );
  return Instances[0]?.InstanceId ?? '';
}

describe('the policy of deploy/iam', () => {
  it.each([
    ['spot', 'default'],
    ['on-demand', 'default'],
    ['spot', null],
  ] as const)(
    'is enough to launch %s nodes of pool %s, to reboot and to remove them',
    async (capacityType, nodePool) => {
      const claim = `policy-${capacityType}-${nodePool ?? 'none'}`;
      const { instance } = await launch(claim, capacityType, nodePool);
      expect(await sandbox.cloud.reboot(sandbox.target, instance.instanceId)).toEqual({
        kind: 'Accepted',
      });
      await sandbox.cloud.terminate(sandbox.target, instance.instanceId);
      const gone = await sandbox.cloud.getInstance(sandbox.target, instance.instanceId);
      expect(gone?.state).toBe('shutting-down');
      expect(
        await sandbox.cloud.removeLaunchTemplates(sandbox.target, Date.now() + 60_000),
      ).toBeGreaterThan(0);
    },
  );

  it('does not allow to reboot, terminate or tag resources of others', async () => {
    const InstanceIds = [await strangersInstance()];
    await expect(ec2.send(new RebootInstancesCommand({ InstanceIds }))).rejects.toMatchObject(
      refused,
    );
    await expect(ec2.send(new TerminateInstancesCommand({ InstanceIds }))).rejects.toMatchObject(
      refused,
    );
    await expect(
      ec2.send(new CreateTagsCommand({ Resources: InstanceIds, Tags: tags(owned) })),
    ).rejects.toMatchObject(refused);
  });

  it('does not allow to delete launch templates of others', async () => {
    const forget = await templateOfOthers();
    await expect(
      ec2.send(new DeleteLaunchTemplateCommand({ LaunchTemplateId: 'lt-of-others' })),
    ).rejects.toMatchObject(refused);
    forget();
  });

  it.each([
    ['without tags', {}],
    ['of another cluster', { ...owned, 'kubernetes.io/cluster/prod': 'shared' }],
    ['without a pool', { 'kubernetes.io/cluster/prod': 'owned', 'eks:eks-cluster-name': 'prod' }],
  ])('does not let the role create launch templates and instances %s', async (_, given) => {
    const specification = (ResourceType: 'launch-template' | 'instance') => [
      { ResourceType, Tags: tags(given) },
    ];
    await expect(
      ec2.send(
        new CreateLaunchTemplateCommand({
          LaunchTemplateName: 'mine',
          LaunchTemplateData: { InstanceType: 'm5.large' },
          TagSpecifications: specification('launch-template'),
        }),
      ),
    ).rejects.toMatchObject(refused);
    await expect(
      ec2.send(
        new RunInstancesCommand({
          ImageId: imageId(),
          InstanceType: 'm5.xlarge',
          SubnetId: resolution.subnets[0]?.id,
          MinCount: 1,
          MaxCount: 1,
          TagSpecifications: specification('instance'),
        }),
      ),
    ).rejects.toMatchObject(refused);
  });

  it('does not allow to launch from launch templates of others', async () => {
    const forget = await templateOfOthers();
    const Tags = tags(owned);
    await expect(
      ec2.send(
        new CreateFleetCommand({
          Type: 'instant',
          LaunchTemplateConfigs: [
            {
              LaunchTemplateSpecification: { LaunchTemplateId: 'lt-of-others', Version: '$Latest' },
              Overrides: [{ InstanceType: 'm5.xlarge', SubnetId: resolution.subnets[0]?.id }],
            },
          ],
          TargetCapacitySpecification: {
            TotalTargetCapacity: 1,
            DefaultTargetCapacityType: 'spot',
          },
          TagSpecifications: [
            { ResourceType: 'instance', Tags },
            { ResourceType: 'volume', Tags },
            { ResourceType: 'fleet', Tags },
          ],
        }),
      ),
    ).rejects.toMatchObject(refused);
    forget();
  });

  it('does not allow to pass other roles, or change instance profiles of others', async () => {
    const { world } = sandbox;
    const administrator = world.addRole({
      accountId: spokeAccount,
      name: 'administrator',
      trust: { principals: ['ec2.amazonaws.com'], externalId: null },
      allow: ['*'],
    });
    const clusterTags = {
      'kubernetes.io/cluster/prod': 'owned',
      'topology.kubernetes.io/region': region,
      'karpenter.k8s.aws/ec2nodeclass': 'default',
    };
    const profiles = [
      ['of-the-cluster', clusterTags, administrator.name],
      ['of-others', {}, 'KarpenterNodeRole-prod'],
    ] as const;
    for (const [name, profileTags, RoleName] of profiles) {
      world.addInstanceProfile({ accountId: spokeAccount, name, roleArn: null, tags: profileTags });
      const command = new AddRoleToInstanceProfileCommand({ InstanceProfileName: name, RoleName });
      await expect(iam.send(command)).rejects.toMatchObject({ name: 'AccessDenied' });
    }
  });
});
