import { describe, expect, it } from 'vitest';
import { deployments } from './workload.ts';

const replicas = (pods: number): number =>
  deployments(pods).reduce((sum, { spec }) => sum + (spec?.replicas ?? 0), 0);

describe('deployments', () => {
  it('have exactly the requested number of pods, also if they cannot share them equally', () => {
    expect([30, 400, 1_000, 5_000].map(replicas)).toEqual([30, 400, 1_000, 5_000]);
  });

  it('request the same resources in each run and at each size', () => {
    const requests = (pods: number) =>
      deployments(pods).map(({ spec }) => spec?.template.spec?.containers[0]?.resources);
    expect(requests(1_000)).toEqual(requests(30));
    expect(new Set(requests(30).map((each) => JSON.stringify(each))).size).toBeGreaterThan(5);
  });
});
