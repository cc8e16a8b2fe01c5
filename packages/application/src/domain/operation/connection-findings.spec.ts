import { describe, expect, it } from 'vitest';
import { connectionFindings, type LostConnection } from './connection-findings.js';

const lost: LostConnection = {
  clusterId: 'clu_1',
  name: 'shop',
  endpoint: 'https://shop.example',
  problem: 'cannot watch pods: connection refused (ECONNREFUSED)',
  changedAt: 1_000,
};

describe('connectionFindings', () => {
  it('reports a cluster that has been unreachable for a minute, with cause and endpoint', () => {
    expect(connectionFindings([lost], 60_999)).toEqual([]);
    expect(connectionFindings([lost], 61_000)).toEqual([
      {
        clusterId: 'clu_1',
        code: 'CLUSTER_UNREACHABLE',
        object: 'Cluster/shop',
        message: expect.stringContaining('ECONNREFUSED'),
        remedy: expect.stringContaining('https://shop.example'),
        count: 1,
        firstSeenAt: 1_000,
        lastSeenAt: 61_000,
      },
    ]);
  });

  it('needs neither a problem nor an endpoint', () => {
    const [finding] = connectionFindings([{ ...lost, problem: null, endpoint: null }], 100_000);
    expect(finding).toMatchObject({
      message: expect.stringContaining('does not answer'),
      remedy: expect.stringContaining('endpoint unknown'),
    });
  });
});
