import { describe, expect, it } from 'vitest';
import { withoutView } from '../testing/disruption-setup.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { viewIfSynced } from './view-if-synced.js';

describe('viewIfSynced', () => {
  it('is the view of a synced cluster', async () => {
    const { ports, cluster, clusterId } = await setUpCluster();
    expect(viewIfSynced(ports, clusterId)).toEqual(cluster.view());
  });

  it('is null while the cluster cache is not synced', async () => {
    const setup = await setUpCluster();
    expect(viewIfSynced(withoutView(setup), setup.clusterId)).toBeNull();
  });

  it('passes on every other failure', () => {
    const bug = new TypeError('bug');
    const cache = {
      clockAheadMs: () => null,
      view() {
        throw bug;
      },
    };
    expect(() => viewIfSynced({ cache }, 'clu_1')).toThrow(bug);
  });
});
