import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { region, type SandboxCloud, spokeAccount, startSandboxCloud } from '../testing/sandbox.js';

const resourceArn = `arn:aws:eks:${region}:${spokeAccount}:cluster/prod`;
const [zoneA, zoneB] = ['use1-az1', 'use1-az2'] as const;
const expiresAt = Date.UTC(2100, 0, 1);

let sandbox: SandboxCloud;
beforeAll(async () => {
  sandbox = await startSandboxCloud();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  for (const zoneId of [zoneA, zoneB]) sandbox.world.zonalShifts.end({ resourceArn, zoneId });
});

const list = () => sandbox.cloud.listZonalShifts(sandbox.target);

describe('zonal shifts', () => {
  it('are those of the EKS cluster, with their end, in the order of zones', async () => {
    const { zonalShifts } = sandbox.world;
    expect(await list()).toEqual([]);
    zonalShifts.start({ resourceArn, zoneId: zoneB, expiresAt: null });
    zonalShifts.start({ resourceArn, zoneId: zoneA, expiresAt });
    zonalShifts.start({ resourceArn: `${resourceArn}-2`, zoneId: 'use1-az3', expiresAt });
    expect(await list()).toEqual([
      { zoneId: zoneA, until: expiresAt },
      { zoneId: zoneB, until: null },
    ]);
  });

  it('end when they expire', async () => {
    const { zonalShifts } = sandbox.world;
    zonalShifts.start({ resourceArn, zoneId: zoneA, expiresAt: Date.now() - 1_000 });
    expect(await list()).toEqual([]);
  });

  it('need their own permission', async () => {
    const target = sandbox.targetOf(['eks:DescribeCluster']);
    await expect(sandbox.cloud.listZonalShifts(target)).rejects.toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      meta: { action: 'arc-zonal-shift:GetManagedResource', httpStatus: 403 },
    });
  });

  it('say that an EKS cluster is not enabled for them', async () => {
    const target = { ...sandbox.targetOf(['*']), clusterName: 'other' };
    await expect(sandbox.cloud.listZonalShifts(target)).rejects.toMatchObject({
      code: 'CLOUD.INVALID',
      message: expect.stringContaining('Zonal shift is not enabled for EKS cluster other.'),
    });
  });

  it('are unknown while AWS fails or throttles', async () => {
    const match = { service: 'arc-zonal-shift' };
    const fail = (code: string, status: number) =>
      sandbox.world.faults.add({ match, effect: { kind: 'error', code, message: 'no', status } });
    for (const [code, status, expected] of [
      ['InternalServerException', 500, 'CLOUD.UNREACHABLE'],
      ['ThrottlingException', 429, 'CLOUD.RATE_LIMITED'],
    ] as const) {
      const id = fail(code, status);
      await expect(list()).rejects.toMatchObject({ code: expected });
      sandbox.world.faults.remove(id);
    }
  });

  it('are read from a configured endpoint', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_ARC_ZONAL_SHIFT', 'http://127.0.0.1:1');
    await expect(list()).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
    vi.stubEnv('AWS_ENDPOINT_URL_ARC_ZONAL_SHIFT', undefined);
    expect(await list()).toEqual([]);
  });
});
