import { describe, expect, it } from 'vitest';
import { loopbackEndpoints } from '../testing/loopback-endpoints.js';
import { createClusterCacheRegistry } from './cluster-cache-registry.js';
import { createClusterSession } from './cluster-session.js';

const ignore = async (): Promise<void> => undefined;

describe('createClusterCacheRegistry', () => {
  it('returns the view of a cluster while this worker holds it', () => {
    const registry = createClusterCacheRegistry();
    const session = createClusterSession({
      details: {
        clusterId: 'clu_1',
        endpoint: 'https://127.0.0.1:1',
        certificateAuthority: '',
        target: { clusterName: 'a', region: 'r', roleArn: 'x', externalId: null },
      },
      tokens: async () => ({ token: 't', expiresAt: 0 }),
      events: {
        podsProvisionable: ignore,
        nodesChanged: ignore,
        podsMoved: ignore,
        definitionChanged: ignore,
        nodeClaimChanged: ignore,
        connectionChanged: ignore,
      },
      clock: { now: () => 0 },
      endpoints: loopbackEndpoints,
    });
    const notHeld = expect.objectContaining({
      code: 'CLUSTER.NOT_SYNCED',
      message: 'Cluster clu_1 is not leased by this worker.',
    });
    expect(() => registry.view('clu_1')).toThrow(notHeld);
    registry.add(session);
    expect(() => registry.view('clu_1')).toThrow(/not listed yet/);
    registry.remove('clu_1');
    expect(() => registry.view('clu_1')).toThrow(notHeld);
  });
});
