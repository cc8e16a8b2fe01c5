import { err, ok, type Result } from '@kerf/core';
import { readAl2 } from './read-al2.js';
import { readAl2023 } from './read-al2023.js';
import { readBottlerocket } from './read-bottlerocket.js';
import type { NodeBootstrap, ReadUserData } from './user-data.js';

const readers: Readonly<Record<string, ReadUserData>> = {
  al2023: readAl2023,
  al2: readAl2,
  bottlerocket: readBottlerocket,
};

/**
 * Reads user data as the software on an instance's image does.
 * @param imageFamily `al2023`, `al2` or `bottlerocket`; others try all formats
 * @returns the settings of the kubelet, or a sentence why the node cannot join
 */
export function readBootstrap(
  userData: string,
  imageFamily: string,
): Result<NodeBootstrap, string> {
  const reader = readers[imageFamily];
  const found = reader === undefined ? readAny(userData) : reader(userData);
  if (found === null) return err(`the user data is nothing that ${imageFamily} joins a cluster by`);
  const { clusterName, endpoint, certificateAuthority } = found;
  if (clusterName === undefined) return err('the user data names no cluster');
  if (endpoint === undefined) return err('the user data has no API server endpoint');
  if (certificateAuthority === undefined) return err('the user data has no cluster certificate');
  return ok({
    clusterName,
    endpoint,
    certificateAuthority,
    labels: found.labels ?? {},
    taints: found.taints ?? [],
    maxPods: found.maxPods,
    kubeReserved: found.kubeReserved,
    systemReserved: found.systemReserved,
    evictionHard: found.evictionHard,
  });
}

function readAny(userData: string): Partial<NodeBootstrap> | null {
  for (const read of Object.values(readers)) {
    const found = read(userData);
    if (found !== null) return found;
  }
  return null;
}
