import { formatAmount, resourceName } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toMicroUsdOrNull } from '../../lib/format/money.js';
import { formatShare, ratioOf } from '../../lib/format/quantity.js';
import { capacityTypeWords } from '../../lib/format/words.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Section, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Meter } from '../../ui/values/meter.js';
import { Money } from '../../ui/values/money.js';
import { OwnerLink } from '../../ui/values/owner-link.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import type { PodDetails } from './pods.queries.js';
import { ownerOf, podCostExplanation } from './pods-text.js';

export interface PodSectionsProps {
  readonly pod: PodDetails;
  readonly clusterName: string;
  /** Why it is pending; absent for other pods. */
  readonly pendingReasons: ReactNode;
}

/** The place of a pod, its owner, its cost, its requests, and what holds it. */
export function PodSections({ pod, clusterName, pendingReasons }: PodSectionsProps) {
  return (
    <>
      {pendingReasons}
      <Section title="Pod">
        <DescriptionList items={factsOf(pod, clusterName)} />
        {pod.node !== null && <p className="dimmed">Cost: {podCostExplanation}</p>}
      </Section>
      <Section title={pod.node === null ? 'Requests' : 'Requests, as a share of the node'}>
        <Requests pod={pod} />
      </Section>
      {pod.node !== null && (
        <Section title="Blocks disruption of its node">
          <Blockers pod={pod} />
        </Section>
      )}
    </>
  );
}

function factsOf(pod: PodDetails, clusterName: string): readonly (readonly [string, ReactNode])[] {
  const { node, nodeName, namespace } = pod;
  return [
    ['Namespace', namespace],
    [
      'Owner',
      <OwnerLink key="owner" clusterName={clusterName} namespace={namespace} {...ownerOf(pod)} />,
    ],
    [
      'Node',
      nodeName === null ? null : (
        <Link
          key="node"
          to="/clusters/$name/nodes/$node"
          params={{ name: clusterName, node: nodeName }}
        >
          {nodeName}
        </Link>
      ),
    ],
    ['Instance type', node?.instanceType],
    [
      'Capacity',
      node === null || node.capacityType === null ? null : capacityTypeWords[node.capacityType],
    ],
    ['NodePool', node?.nodePool],
    [
      'Cost',
      nodeName === null ? null : <Money key="cost" microUsd={toMicroUsdOrNull(pod.price)} />,
    ],
    ['kube-scheduler message', pod.pending?.schedulerMessage],
    ['Position in the queue', pod.pending?.verdict?.queuePosition],
    ['Created', <RelativeTime key="created" at={pod.createdAt} />],
  ];
}

function Requests({ pod }: { readonly pod: PodDetails }) {
  const rows = pod.requests.filter(({ resource }) => resource !== 'pods');
  if (rows.length === 0) return <p className="dimmed">The pod requests no resources.</p>;
  const allocatable = new Map(
    pod.node?.allocatable.map(({ resource, amount }) => [resource, amount]),
  );
  const ofNode = [
    {
      header: 'Allocatable',
      isNumeric: true,
      renderCell: ({ resource }: Request) => formatAmount(resource, allocatable.get(resource) ?? 0),
    },
    {
      header: 'Share',
      renderCell: ({ resource, amount }: Request) => (
        <Meter
          ratio={ratioOf(amount, allocatable.get(resource) ?? 0)}
          text={formatShare(amount, allocatable.get(resource) ?? 0)}
          label={resourceName(resource)}
        />
      ),
    },
  ];
  return (
    <SimpleTable
      caption="Requested resources"
      columns={[
        { header: 'Resource', renderCell: ({ resource }: Request) => resourceName(resource) },
        {
          header: 'Requested',
          isNumeric: true,
          renderCell: ({ resource, amount }: Request) => formatAmount(resource, amount),
        },
        ...(pod.node === null ? [] : ofNode),
      ]}
      rows={rows}
      rowKey={({ resource }) => resource}
    />
  );
}

type Request = PodDetails['requests'][number];

/** Blockers of the node that name the pod, e.g. its PodDisruptionBudget. */
function Blockers({ pod }: { readonly pod: PodDetails }) {
  const name = `${pod.namespace}/${pod.name}`;
  const blockers = (pod.node?.blockers ?? []).filter(({ data }) => podOf(data) === name);
  if (blockers.length === 0) {
    return <p className="dimmed">No. Nothing about this pod blocks it.</p>;
  }
  return (
    <Stack gap="sm">
      {blockers.map((reason) => (
        <div key={`${reason.code}${JSON.stringify(reason.data)}`}>
          <ReasonText reason={reason} />
          {reason.remedy !== null && <div className="dimmed">{reason.remedy}</div>}
        </div>
      ))}
    </Stack>
  );
}

/** Returns the pod that the data of a reason names. */
const podOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'pod' in data ? data.pod : undefined;

export function PodNotFound({ name }: { readonly name: string }) {
  return (
    <EmptyState title="The pod is gone">
      {name} is not in the cluster. A pod that is moved gets a successor with another name, unless a
      StatefulSet owns it.
    </EmptyState>
  );
}
