import type { CloudTarget, Ec2NodeClassManifest, LaunchableTypes } from '@kerf/application';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ec2CloudProvider } from '../ec2-cloud-provider.js';
import { m6gLarge, someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import { type SandboxCloud, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
let cloud: Ec2CloudProvider;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  cloud = sandbox.anotherCloud();
});

const minute = 60_000;
const reads = ['ec2:Describe*', 'iam:*', 'ssm:*'];
const launches = [
  'ec2:CreateFleet',
  'ec2:CreateLaunchTemplate',
  'ec2:RunInstances',
  'ec2:CreateTags',
];
const both: LaunchableTypes = async (resolution) =>
  someLaunchRequest([someFacts(), m6gLarge], { resolution }).instanceTypes;

const problemsOf = async (
  target: CloudTarget,
  given: {
    readonly spec?: Partial<Ec2NodeClassManifest>;
    readonly types?: LaunchableTypes | null;
    readonly mode?: 'observe';
  } = {},
) => {
  const { spec = {}, types = both, mode = 'auto' } = given;
  const nodeClass = { name: 'default', spec: someNodeClass(spec), launchableTypes: types };
  const { problems } = await cloud.resolveNodeClass(target, nodeClass, '1.34', mode);
  return problems;
};

describe('42: the permission to launch with an EC2NodeClass', () => {
  it('is given by the documented policy, and nothing is launched or created', async () => {
    const { launchTemplates, instances, fleets } = sandbox.world.state;
    const calls = (['CreateFleet', 'CreateLaunchTemplate', 'RunInstances'] as const).map((name) =>
      sandbox.count('ec2', name),
    );
    expect(await problemsOf(sandbox.target)).toEqual([]);
    expect(calls.map((count) => count())).toEqual([1, 1, 1]);
    expect([launchTemplates.size, instances.size, fleets.size]).toEqual([0, 0, 0]);
  });

  it.each([
    ['ec2:CreateFleet', 'CreateFleetAuthCheckFailed'],
    ['ec2:CreateLaunchTemplate', 'CreateLaunchTemplateAuthCheckFailed'],
    ['ec2:RunInstances', 'RunInstancesAuthCheckFailed'],
  ])('is a problem without %s', async (missing, reason) => {
    const target = sandbox.targetOf([...reads, ...launches.filter((one) => one !== missing)]);
    expect(await problemsOf(target)).toEqual([
      {
        condition: 'ValidationSucceeded',
        reason,
        message: expect.stringContaining(
          `${target.roleArn} may not launch instances. ${missing}: `,
        ),
      },
    ]);
  });

  it.each([
    ['a network interface', { associatePublicIPAddress: true }],
    ['detailed monitoring', { detailedMonitoring: true }],
    ['an image of one architecture', { amiSelectorTerms: [{ alias: 'bottlerocket@latest' }] }],
  ] as const)('is checked for an EC2NodeClass with %s', async (_what, spec) => {
    const count = sandbox.count('ec2', 'RunInstances');
    expect(await problemsOf(sandbox.target, { spec })).toEqual([]);
    expect(count()).toBe(1);
  });

  it.each([
    ['without the setting', { types: null }],
    ['in mode observe', { mode: 'observe' }],
    ['while no instance types are known', { types: async () => [] }],
    [
      'while the EC2NodeClass has another problem',
      { spec: { securityGroupSelectorTerms: [{ name: 'x' }] } },
    ],
  ] as const)('is not checked %s', async (_when, given) => {
    const target = sandbox.targetOf(reads);
    const count = sandbox.count('ec2', 'CreateFleet');
    const problems = await problemsOf(target, given);
    expect(problems.filter(({ condition }) => condition === 'ValidationSucceeded')).toEqual([]);
    expect(count()).toBe(0);
  });

  it('is checked again after 30 minutes, or when the EC2NodeClass changes', async () => {
    const count = sandbox.count('ec2', 'CreateFleet');
    await problemsOf(sandbox.target);
    sandbox.advance(29 * minute);
    await problemsOf(sandbox.target);
    expect(count()).toBe(1);
    await problemsOf(sandbox.target, { spec: { tags: { team: 'search' } } });
    expect(count()).toBe(2);
    sandbox.advance(31 * minute);
    await problemsOf(sandbox.target, { spec: { tags: { team: 'search' } } });
    expect(count()).toBe(3);
  });

  it('is checked again after a minute when it was missing', async () => {
    const target = sandbox.targetOf(reads);
    const count = sandbox.count('ec2', 'CreateFleet');
    const before = await problemsOf(target);
    sandbox.advance(minute / 2);
    expect(await problemsOf(target)).toEqual(before);
    expect(count()).toBe(1);
    sandbox.advance(minute / 2);
    expect(await problemsOf(target)).toEqual(before);
    expect(count()).toBe(2);
  });

  it('is unknown, which is no problem, while EC2 is throttled; then it is checked again', async () => {
    const id = sandbox.world.faults.add({
      match: { service: 'ec2', operation: 'RunInstances' },
      effect: { kind: 'throttle', perSecond: 0.001, burst: 0 },
    });
    const target = sandbox.targetOf([...reads, ...launches.slice(0, 2), 'ec2:CreateTags']);
    expect(await problemsOf(target)).toEqual([]);
    sandbox.world.faults.remove(id);
    expect(await problemsOf(target)).toMatchObject([{ reason: 'RunInstancesAuthCheckFailed' }]);
  });

  it('is not a problem when EC2 refuses the parameters, which a launch reports', async () => {
    const id = sandbox.world.faults.add({
      match: { service: 'ec2', operation: 'RunInstances' },
      effect: { kind: 'error', code: 'InvalidParameterValue', message: 'no', status: 400 },
    });
    expect(await problemsOf(sandbox.target)).toEqual([]);
    sandbox.world.faults.remove(id);
  });
});
