import { formatAmount } from '@kerf/core';
import { Badge } from '../../ui/badges/badge.js';
import { Row } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { PodLink } from '../../ui/values/pod-link.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { NodeDetails } from './node-details.js';

type NodePod = NodeDetails['pods'][number];

export interface NodePodsProps {
  readonly pods: readonly NodePod[];
  readonly clusterName: string;
}

/** Pods of a node with their requests; DaemonSet pods last, in the order of the API. */
export function NodePods({ pods, clusterName }: NodePodsProps) {
  if (pods.length === 0) return <p className="dimmed">No pods.</p>;
  return (
    <SimpleTable
      caption="Pods of the node"
      columns={[
        {
          header: 'Pod',
          renderCell: (pod) => (
            <Row gap="xs">
              <span>
                <PodLink clusterName={clusterName} namespace={pod.namespace} name={pod.name} />
              </span>
              {pod.isDaemon && <Badge tone="neutral">DaemonSet</Badge>}
              {pod.phase === 'TERMINATING' && <Badge tone="active">terminating</Badge>}
            </Row>
          ),
        },
        { header: 'CPU', isNumeric: true, renderCell: (pod) => amountOf(pod, 'cpu') },
        { header: 'Memory', isNumeric: true, renderCell: (pod) => amountOf(pod, 'memory') },
        {
          header: 'Age',
          isNumeric: true,
          renderCell: (pod) => <RelativeTime at={pod.createdAt} form="age" />,
        },
      ]}
      rows={pods}
      rowKey={(pod) => pod.uid}
    />
  );
}

function amountOf(pod: NodePod, resource: string): string {
  const found = pod.requests.find((each) => each.resource === resource);
  return found === undefined ? '–' : formatAmount(resource, found.amount).replace(' CPU', '');
}
