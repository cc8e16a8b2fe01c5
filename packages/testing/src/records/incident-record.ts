import type { Incident } from '@kerf/application';
import { recordedAt } from './cluster-records.js';

/** Returns an open incident of failed launches of the NodePool `default`. */
export function anIncident(
  fields: Pick<Incident, 'clusterId' | 'id'> & Partial<Incident>,
): Incident {
  return {
    kind: 'LaunchFailures',
    object: 'NodePool/default',
    objects: ['NodePool/default', 'NodeClaim/default-1'],
    nodePools: ['default'],
    cause: '3 launches of NodePool default failed in a row.',
    remedy: 'Fix the EC2NodeClass.',
    startedAt: recordedAt,
    lastSeenAt: recordedAt,
    endedAt: null,
    version: 1,
    ...fields,
  };
}
