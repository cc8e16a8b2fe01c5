import { afterEach, describe, expect, it, vi } from 'vitest';
import { type SandboxCloud, startSandboxCloud } from './testing/sandbox.js';

const minute = 60_000;
let aws: SandboxCloud;

afterEach(async () => {
  await aws.close();
  vi.unstubAllEnvs();
});

describe.each([20 * minute, -20 * minute])('a clock of AWS that is ahead by %i ms', (aheadMs) => {
  it('is measured, and calls and tokens are signed by it', async () => {
    aws = await startSandboxCloud(aheadMs);
    const { cloud, target } = aws;
    await cloud.whoAmI(target);
    expect(Math.abs((cloud.clock.aheadMs ?? 0) - aheadMs)).toBeLessThan(5_000);
    expect(await cloud.listInstances(target)).toEqual([]);
    expect(await cloud.listZonalShifts(target)).toEqual([]);
    const { token, expiresAt } = await cloud.clusterToken(target);
    expect(aws.tokens.verify(token, 'prod')).not.toBeNull();
    expect(expiresAt - Date.now()).toBeGreaterThan(10 * minute);
    expect(expiresAt - Date.now()).toBeLessThan(15 * minute);
  });
});

describe('a clock of AWS that agrees with Kerf’s', () => {
  it('is not ahead', async () => {
    aws = await startSandboxCloud();
    expect(aws.cloud.clock.aheadMs).toBeNull();
    await aws.cloud.whoAmI(aws.target);
    expect(aws.cloud.clock.aheadMs).toBe(0);
  });
});
