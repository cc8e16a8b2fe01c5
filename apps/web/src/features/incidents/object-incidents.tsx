import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../ui/feedback/notice.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { objectIncidentsQuery } from './incidents.queries.js';
import { bySeverity, incidentBadge } from './incidents-text.js';

export interface ObjectIncidentsProps {
  readonly clusterId: string;
  /** Names of one object, e.g. `Node/ip-10-0-0-1` and `NodeClaim/general-x2k4p`. */
  readonly objects: readonly string[];
}

/** The open incidents that concern an object, with cause and remedy; nothing if there are none. */
export function ObjectIncidents({ clusterId, objects }: ObjectIncidentsProps) {
  const { data } = useQuery(objectIncidentsQuery(clusterId, objects));
  return data?.nodes.toSorted(bySeverity).map((incident) => {
    const badge = incidentBadge(incident);
    return (
      <Notice key={incident.id} tone={badge.tone} isAnnounced>
        <strong>{badge.label}</strong> for <RelativeTime at={incident.startedAt} form="age" />:{' '}
        {incident.cause}
        <div>How to fix: {incident.remedy}</div>
      </Notice>
    );
  });
}
