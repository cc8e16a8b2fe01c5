import { compareText } from '@kerf/core';
import type { DaemonSet } from '../model/daemon-set.js';
import type { HostPort } from '../model/pod.js';
import type { SchedulingReason } from '../model/scheduling-reason.js';
import { findPortConflict } from '../resources/host-ports.js';

/**
 * Returns the first of the pod's host ports that a DaemonSet uses, with the first such DaemonSet by
 * name.
 */
export function portReason(
  daemonSets: readonly DaemonSet[],
  hostPorts: readonly HostPort[],
): SchedulingReason {
  const conflicts = daemonSets
    .flatMap(({ namespace, name, podSpec }) => {
      const port = findPortConflict(podSpec.hostPorts, hostPorts);
      return port === null ? [] : [{ name: `${namespace}/${name}`, port }];
    })
    .sort((a, b) => compareText(a.name, b.name));
  const [first] = conflicts;
  const port = first?.port ?? hostPorts[0];
  return {
    code: 'HOST_PORT_CONFLICT',
    port: port?.port ?? 0,
    protocol: port?.protocol ?? '',
    daemonSet: first?.name ?? null,
  };
}
