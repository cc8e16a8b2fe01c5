import type { NodeClassResolution } from '@kerf/application';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import { describedCluster, type SandboxCloud, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
let resolution: NodeClassResolution;
const nodeClass = { name: 'default', spec: someNodeClass() };
beforeAll(async () => {
  sandbox = await startSandboxCloud();
  resolution = await sandbox.cloud.resolveNodeClass(sandbox.target, nodeClass, '1.34', 'auto');
});
afterAll(() => sandbox.close());

async function launchInstance(claim: string): Promise<string> {
  const request = someLaunchRequest([someFacts()], {
    token: `ncl_${claim}`,
    nodeClaimName: claim,
    nodeClass,
    resolution,
    cluster: { name: 'prod', ...describedCluster },
  });
  return (await sandbox.cloud.launch(sandbox.target, request)).instance.instanceId;
}

describe('instances', () => {
  it('are listed with their tags until they are terminated', async () => {
    const [a, b] = [await launchInstance('list-a'), await launchInstance('list-b')];
    const listed = await sandbox.cloud.listInstances(sandbox.target);
    expect(listed.map(({ instanceId }) => instanceId)).toEqual(expect.arrayContaining([a, b]));
    expect(listed.find(({ instanceId }) => instanceId === a)).toMatchObject({
      providerId: expect.stringMatching(new RegExp(`^aws:///us-east-1[abc]/${a}$`)),
      state: 'pending',
      instanceType: 'm5.xlarge',
      capacityType: 'spot',
      imageId: expect.stringMatching(/^ami-/),
      subnetId: expect.stringMatching(/^subnet-/),
      securityGroupIds: [expect.stringMatching(/^sg-/)],
      privateDnsName: expect.stringMatching(/^ip-10-0-/),
      tags: { 'karpenter.sh/nodeclaim': 'list-a', 'eks:eks-cluster-name': 'prod' },
    });
  });

  it('of other clusters are not listed', async () => {
    const target = { ...sandbox.target, clusterName: 'stage' };
    expect(await sandbox.cloud.listInstances(target)).toEqual([]);
  });

  it('are terminated by one or more calls', async () => {
    const id = await launchInstance('ends');
    await sandbox.cloud.terminate(sandbox.target, id);
    await sandbox.cloud.terminate(sandbox.target, id);
    expect((await sandbox.cloud.getInstance(sandbox.target, id))?.state).toBe('shutting-down');
  });

  it('that do not exist count as terminated', async () => {
    const id = 'i-0123456789abcdef0';
    await sandbox.cloud.terminate(sandbox.target, id);
    expect(await sandbox.cloud.getInstance(sandbox.target, id)).toBeNull();
  });

  it('that do not exist count as terminated, also if the policy denies the call', async () => {
    const id = sandbox.world.faults.add({
      match: { service: 'ec2', operation: 'TerminateInstances' },
      effect: {
        kind: 'error',
        code: 'UnauthorizedOperation',
        message: 'no identity-based policy allows it',
        status: 403,
      },
    });
    const living = await launchInstance('refused');
    await sandbox.cloud.terminate(sandbox.target, 'i-0123456789abcdef0');
    await expect(sandbox.cloud.terminate(sandbox.target, living)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
    });
    sandbox.world.faults.remove(id);
  });

  it('that are read together share one call', async () => {
    const ids = await Promise.all(['many-a', 'many-b', 'many-c'].map(launchInstance));
    const calls = sandbox.count('ec2', 'DescribeInstances');
    const requested = [...ids, 'i-0123456789abcdef0'];
    const answers = await Promise.all(
      requested.map((id) => sandbox.cloud.getInstance(sandbox.target, id)),
    );
    expect(answers.map((answer) => answer?.instanceId ?? null)).toEqual([...ids, null]);
    expect(calls()).toBe(1);
  });

  it('that are terminated together are terminated, also if one is unknown', async () => {
    const ids = await Promise.all(['all-a', 'all-b'].map(launchInstance));
    await Promise.all(
      ['i-0123456789abcdef0', ...ids].map((id) => sandbox.cloud.terminate(sandbox.target, id)),
    );
    const states = await Promise.all(
      ids.map(async (id) => (await sandbox.cloud.getInstance(sandbox.target, id))?.state),
    );
    expect(states).toEqual(['shutting-down', 'shutting-down']);
  });

  it('that are terminated together are terminated, also if EC2 refuses one of them', async () => {
    const ids = await Promise.all(['some-a', 'some-b', 'some-c'].map(launchInstance));
    // The call for all of them, and the call for the first: it has termination protection.
    sandbox.world.faults.add({
      match: { service: 'ec2', operation: 'TerminateInstances' },
      effect: {
        kind: 'error',
        code: 'OperationNotPermitted',
        message:
          "The instance may not be terminated. Modify its 'disableApiTermination' attribute.",
        status: 400,
      },
      times: 2,
    });
    const ended = await Promise.allSettled(
      ids.map((id) => sandbox.cloud.terminate(sandbox.target, id)),
    );
    const refused = ended.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'CLOUD.INVALID' } }]);
    const states = await Promise.all(
      ids.map(async (id) => (await sandbox.cloud.getInstance(sandbox.target, id))?.state),
    );
    expect(states.filter((state) => state === 'shutting-down')).toHaveLength(2);
  });

  it('are rebooted by one call, and stay', async () => {
    const id = await launchInstance('reboots');
    const calls = sandbox.count('ec2', 'RebootInstances');
    expect(await sandbox.cloud.reboot(sandbox.target, id)).toEqual({ kind: 'Accepted' });
    expect(calls()).toBe(1);
    expect((await sandbox.cloud.getInstance(sandbox.target, id))?.instanceId).toBe(id);
  });

  it('that do not exist cannot be rebooted', async () => {
    expect(await sandbox.cloud.reboot(sandbox.target, 'i-0123456789abcdef0')).toMatchObject({
      kind: 'Rejected',
      message: expect.stringMatching(/does not exist/),
    });
  });

  it.each([
    ['UnauthorizedOperation', 403, { kind: 'Rejected' }],
    ['OperationNotPermitted', 400, { kind: 'Rejected' }],
    ['RequestLimitExceeded', 503, { code: 'CLOUD.RATE_LIMITED' }],
    ['InternalError', 500, { code: 'CLOUD.UNREACHABLE' }],
  ])('whose reboot fails with %s are not asked again', async (code, status, expected) => {
    const id = await launchInstance(`refuses-${code.toLowerCase()}`);
    const fault = sandbox.world.faults.add({
      match: { service: 'ec2', operation: 'RebootInstances' },
      effect: { kind: 'error', code, message: 'no', status },
    });
    const calls = sandbox.count('ec2', 'RebootInstances');
    const answer = await sandbox.cloud.reboot(sandbox.target, id).catch((error: unknown) => error);
    expect(answer).toMatchObject(expected);
    expect(calls()).toBe(1);
    sandbox.world.faults.remove(fault);
  });
});
