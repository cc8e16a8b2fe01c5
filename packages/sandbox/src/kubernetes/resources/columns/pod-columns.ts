import { kinds } from '../kind.js';
import type { Column } from '../resource.js';
import type { ContainerStatus, Pod } from '../types/pod.js';
import { ageColumn, columnsOf, nameColumn, orNone } from './define-columns.js';

const { text, wide } = columnsOf(kinds.pod);

export const podColumns: readonly Column[] = [
  nameColumn,
  text('Ready', (pod) => `${readyCount(pod)}/${pod.spec.containers.length}`),
  text('Status', podStatusText),
  text('Restarts', (pod) => String(restartCount(pod))),
  ageColumn,
  wide('IP', ({ status }) => orNone(status?.podIP)),
  wide('Node', ({ spec }) => orNone(spec.nodeName)),
  wide('Nominated Node', ({ status }) => orNone(status?.nominatedNodeName)),
  wide('Readiness Gates', () => '<none>'),
];

function containerStatuses(pod: Pod): readonly ContainerStatus[] {
  return pod.status?.containerStatuses ?? [];
}

function readyCount(pod: Pod): number {
  return containerStatuses(pod).filter(({ ready }) => ready).length;
}

function restartCount(pod: Pod): number {
  return containerStatuses(pod).reduce((sum, status) => sum + status.restartCount, 0);
}

/** Returns the status word of a pod. Source: kubernetes pkg/printers/internalversion printPod. */
function podStatusText(pod: Pod): string {
  const { status } = pod;
  if (pod.metadata.deletionTimestamp !== undefined) {
    return status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  }
  const gated = status?.conditions?.find(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  const reasons = containerStatuses(pod).map(
    ({ state }) => state.waiting?.reason ?? state.terminated?.reason,
  );
  const containerReason = reasons.findLast((reason) => reason !== undefined);
  return containerReason ?? gated?.reason ?? status?.reason ?? status?.phase ?? 'Unknown';
}
