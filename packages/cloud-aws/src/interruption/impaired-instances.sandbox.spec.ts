import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import { describedCluster, type SandboxCloud, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());

async function launch(name: string): Promise<string> {
  const { cloud, target } = sandbox;
  const nodeClass = { name: 'default', spec: someNodeClass() };
  const request = someLaunchRequest([someFacts()], {
    token: `ncl_${name}`,
    nodeClaimName: name,
    nodeClass,
    resolution: await cloud.resolveNodeClass(target, nodeClass, '1.34', 'auto'),
    cluster: { name: 'prod', ...describedCluster },
  });
  const { instance } = await cloud.launch(target, request);
  return instance.instanceId;
}

const impaired = () => sandbox.cloud.listImpairedInstances(sandbox.target);

describe('impaired instances', () => {
  it('are running instances with a failed check, each once, with the time of the failure', async () => {
    const { world } = sandbox;
    const cutOff = await launch('cut-off');
    await launch('healthy');
    expect(await impaired()).toEqual([]);
    world.instances.setImpaired(cutOff, true);
    const since = world.state.instances.get(cutOff)?.impairedAt;
    await expect
      .poll(impaired, { timeout: 30_000 })
      .toEqual([{ instanceId: cutOff, check: 'System', since }]);
    world.instances.setImpaired(cutOff, false);
    expect(await impaired()).toEqual([]);
  });

  it('include those that do not boot, since their launch', async () => {
    const { world, cloud, target } = sandbox;
    const { images } = await cloud.resolveNodeClass(
      target,
      { name: 'default', spec: someNodeClass() },
      '1.34',
      'auto',
    );
    for (const { id } of images) world.instances.breakImage(id);
    const broken = await launch('broken');
    for (const { id } of images) world.instances.repairImage(id);
    const since = world.state.instances.get(broken)?.launchedAt;
    await expect
      .poll(impaired, { timeout: 60_000 })
      .toEqual([{ instanceId: broken, check: 'Instance', since }]);
  });

  it('need their own permission', async () => {
    const target = sandbox.targetOf(['ec2:DescribeInstances']);
    await expect(sandbox.cloud.listImpairedInstances(target)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      meta: { action: 'ec2:DescribeInstanceStatus' },
    });
  });
});
