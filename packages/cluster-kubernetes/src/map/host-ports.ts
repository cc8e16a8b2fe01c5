import type { HostPort } from '@kerf/engine';
import { type Json, toInteger, toRecords, toTextOrNull } from '../json.js';

const protocols = ['TCP', 'UDP', 'SCTP'] as const;

/** Returns the host ports that a pod's containers and sidecars use. */
export function readHostPorts(spec: Json): readonly HostPort[] {
  const sidecars = toRecords(spec['initContainers']).filter(
    ({ restartPolicy }) => restartPolicy === 'Always',
  );
  return [...toRecords(spec['containers']), ...sidecars].flatMap(readPorts);
}

function readPorts(container: Json): readonly HostPort[] {
  return toRecords(container['ports']).flatMap((entry) => {
    const port = toInteger(entry['hostPort']) ?? 0;
    if (port <= 0) return [];
    const protocol = protocols.find((known) => known === entry['protocol']) ?? 'TCP';
    return [{ hostIp: toTextOrNull(entry['hostIP']) ?? '0.0.0.0', port, protocol }];
  });
}
