import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import { describedCluster, type SandboxCloud, startSandboxCloud } from '../testing/sandbox.js';

let sandbox: SandboxCloud;
let instanceId = '';
const startsAt = Date.UTC(2026, 11, 1);

beforeAll(async () => {
  sandbox = await startSandboxCloud();
  const { cloud, target } = sandbox;
  const nodeClass = { name: 'default', spec: someNodeClass() };
  const request = someLaunchRequest([someFacts()], {
    token: 'ncl_due',
    nodeClaimName: 'due',
    nodeClass,
    resolution: await cloud.resolveNodeClass(target, nodeClass, '1.34', 'auto'),
    cluster: { name: 'prod', ...describedCluster },
  });
  ({ instanceId } = (await cloud.launch(target, request)).instance);
});
afterAll(() => sandbox.close());

/** EC2 reports events of running instances only. */
const untilRunning = () =>
  expect
    .poll(async () => (await sandbox.cloud.getInstance(sandbox.target, instanceId))?.state, {
      timeout: 30_000,
    })
    .toBe('running');

describe('scheduled events', () => {
  it('are future ones that stop an instance', async () => {
    const { cloud, target, world } = sandbox;
    await untilRunning();
    expect(await cloud.listScheduledEvents(target)).toEqual([]);
    const schedule = (id: string, code: string, description = 'it is time') =>
      world.instances.schedule(instanceId, { id, code, description, startsAt });
    schedule('over', 'instance-stop', '[Completed] it is time');
    schedule('called-off', 'system-reboot', '[Canceled] it is time');
    schedule('of-no-matter', 'instance-serenity');
    schedule('to-come', 'instance-retirement');
    expect(await cloud.listScheduledEvents(target)).toEqual([{ id: 'to-come', instanceId }]);
  });

  it('need their own permission', async () => {
    const target = sandbox.targetOf(['ec2:DescribeInstances']);
    await expect(sandbox.cloud.listScheduledEvents(target)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
    });
  });
});
