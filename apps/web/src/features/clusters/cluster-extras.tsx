import { useQuery } from '@tanstack/react-query';
import { Stack } from '../../ui/layout.js';
import { Loaded } from '../../ui/loaded.js';
import { CapacityBuffers } from './capacity-buffers.js';
import { clusterExtrasQuery } from './clusters.queries.js';
import { NodeOverlays } from './node-overlays.js';

/** NodeOverlays and CapacityBuffers of the cluster; nothing when there are none. */
export function ClusterExtras({ cluster }: { readonly cluster: string }) {
  const query = useQuery(clusterExtrasQuery(cluster));
  return (
    <Loaded query={query} action="load NodeOverlays and CapacityBuffers">
      {(data) => {
        const { nodeOverlays = [], capacityBuffers = [] } = data ?? {};
        if (nodeOverlays.length + capacityBuffers.length === 0) return null;
        return (
          <Stack gap="lg">
            {nodeOverlays.length > 0 && <NodeOverlays overlays={nodeOverlays} />}
            {capacityBuffers.length > 0 && <CapacityBuffers buffers={capacityBuffers} />}
          </Stack>
        );
      }}
    </Loaded>
  );
}
