import { countOf, formatAmount, resourceName } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toMicroUsdOrNull } from '../../lib/format/money.js';
import { formatShare, ratioOf } from '../../lib/format/quantity.js';
import { capacityTypeWords, terminationReasonWords } from '../../lib/format/words.js';
import { terminationStepWords } from '../../ui/badges/state-badges.js';
import { DriftNotice } from '../../ui/feedback/drift-notice.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { Notice } from '../../ui/feedback/notice.js';
import { DescriptionList } from '../../ui/layout/description-list.js';
import { Columns, Section, Stack } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Meter } from '../../ui/values/meter.js';
import { Money } from '../../ui/values/money.js';
import { ReasonText } from '../../ui/values/reason-text.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { AwsResource } from '../aws/aws-resource.js';
import { ObjectIncidents } from '../incidents/object-incidents.js';
import { type NodeDetails, objectsOfNode } from './node-details.js';
import { NodePods } from './node-pods.js';
import { toLifecycle } from './to-lifecycle.js';

export interface NodeSectionsProps {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly node: NodeDetails;
}

/** Details of one node, one below the other, beside a table. */
export function NodeSections({ clusterId, clusterName, node }: NodeSectionsProps) {
  return (
    <>
      <ObjectIncidents clusterId={clusterId} objects={objectsOfNode(node)} />
      <NodeState node={node} clusterName={clusterName} />
      <NodeLoad node={node} clusterName={clusterName} />
      <NodeTerms node={node} />
    </>
  );
}

/** Details of one node on its full page: facts beside the pods where two columns have room. */
export function NodePageSections(props: NodeSectionsProps & { readonly notices: ReactNode }) {
  const { clusterId, clusterName, node, notices } = props;
  return (
    <>
      <ObjectIncidents clusterId={clusterId} objects={objectsOfNode(node)} />
      <Columns minPx={columnPx}>
        <Stack gap="lg">
          <NodeState node={node} clusterName={clusterName} />
          {notices}
          <NodeTerms node={node} />
        </Stack>
        <Stack gap="lg">
          <NodeLoad node={node} clusterName={clusterName} />
        </Stack>
      </Columns>
    </>
  );
}

/** Two of them fit beside the navigation from a window of about 1,200 pixels on. */
const columnPx = 470;

type NodePartProps = Pick<NodeSectionsProps, 'clusterName' | 'node'>;

/** The blockers of its disruption, its lifecycle, and its instance. */
function NodeState({ node, clusterName }: NodePartProps) {
  return (
    <>
      <Section title="Disruption blocked by">
        <Blockers node={node} />
      </Section>
      <Section title="Lifecycle">
        <Lifecycle node={node} />
      </Section>
      <Section title="Instance">
        <DescriptionList items={instanceFacts(node, clusterName)} />
      </Section>
    </>
  );
}

/** Its requests, and the pods that have them. */
function NodeLoad({ node, clusterName }: NodePartProps) {
  return (
    <>
      <Section title="Resource requests">
        <Usage node={node} />
      </Section>
      <Section title={countOf(node.pods.length, 'pod')}>
        <NodePods pods={node.pods} clusterName={clusterName} />
      </Section>
    </>
  );
}

/** Taints and labels. */
function NodeTerms({ node }: Pick<NodePartProps, 'node'>) {
  return (
    <>
      <Section title="Taints">
        {node.taints.length === 0 ? (
          <p className="dimmed">No taints.</p>
        ) : (
          <ul>
            {node.taints.map(({ key, value, effect }) => (
              <li key={`${key}:${effect}`}>
                <code>{`${key}${value === '' ? '' : `=${value}`}:${effect}`}</code>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Labels">
        <DescriptionList items={labelsOf(node.labels)} />
      </Section>
    </>
  );
}

function Blockers({ node }: { readonly node: NodeDetails }) {
  if (node.blockers.length === 0) {
    return <p className="dimmed">None. Nothing blocks disruption of this node.</p>;
  }
  return (
    <Stack gap="sm">
      {node.blockers.map((reason) => (
        <div key={`${reason.code}${JSON.stringify(reason.data)}`}>
          <ReasonText reason={reason} />
          {reason.remedy !== null && <div className="dimmed">{reason.remedy}</div>}
        </div>
      ))}
      {node.blockersEvaluatedAt !== null && (
        <p className="dimmed">
          Evaluated <RelativeTime at={node.blockersEvaluatedAt} />; other nodes are ahead in the
          queue for the next evaluation.
        </p>
      )}
    </Stack>
  );
}

function Lifecycle({ node }: { readonly node: NodeDetails }) {
  const claim = node.nodeClaim;
  if (claim === null) {
    return (
      <p className="dimmed">
        Kerf does not manage this node. It was created <RelativeTime at={node.createdAt} />.
      </p>
    );
  }
  return (
    <Stack gap="sm">
      {claim.termination !== null && (
        <Notice tone="active">
          {terminationReasonWords(claim.termination.reason)}:{' '}
          {terminationStepWords[claim.termination.step]}
          {claim.termination.waitingFor !== null && `; waiting for ${claim.termination.waitingFor}`}
        </Notice>
      )}
      {claim.drift !== null && claim.termination === null && <DriftNotice drift={claim.drift} />}
      <SimpleTable
        caption="Lifecycle of the node"
        columns={[
          { header: 'Step', renderCell: (step) => step.name },
          {
            header: 'Time',
            renderCell: (step) => (step.at === null ? '–' : <RelativeTime at={step.at} />),
          },
          { header: 'Duration', isNumeric: true, renderCell: (step) => step.duration ?? '–' },
        ]}
        rows={toLifecycle(claim, claim.termination?.startedAt ?? null)}
        rowKey={(step) => step.name}
      />
      {claim.decisionId !== null && (
        <p>
          Launched by{' '}
          <Link to="/decisions/$id" params={{ id: claim.decisionId }}>
            decision {claim.decisionId}
          </Link>
        </p>
      )}
    </Stack>
  );
}

function instanceFacts(
  node: NodeDetails,
  clusterName: string,
): readonly (readonly [string, ReactNode])[] {
  const instanceId = instanceIdOf(node.providerId);
  return [
    [
      'Instance',
      instanceId === null ? null : (
        <AwsResource key="instance" id={instanceId} clusterName={clusterName} />
      ),
    ],
    ['Type', node.instanceType],
    ['Price', <Money key="price" microUsd={toMicroUsdOrNull(node.price)} />],
    ['Capacity', node.capacityType === null ? null : capacityTypeWords[node.capacityType]],
    ['Zone', node.zone],
    ['Architecture', node.arch],
    ['NodePool', node.nodePool],
    [
      'NodeClaim',
      node.nodeClaim === null ? null : (
        <Link key="claim" to="/node-claims/$id" params={{ id: node.nodeClaim.id }}>
          {node.nodeClaim.name}
        </Link>
      ),
    ],
    ['Provider ID', node.providerId === null ? null : <code key="id">{node.providerId}</code>],
  ];
}

/** Returns the ID that ends a provider ID: `aws:///<zone>/<instance ID>`. */
const instanceIdOf = (providerId: string | null): string | null =>
  /\/(i-[0-9a-f]+)$/.exec(providerId ?? '')?.[1] ?? null;

function Usage({ node }: { readonly node: NodeDetails }) {
  const requested = new Map(node.requested.map(({ resource, amount }) => [resource, amount]));
  const rows = node.allocatable.filter(
    ({ resource, amount }) => amount > 0 && (requested.has(resource) || resource === 'cpu'),
  );
  return (
    <SimpleTable
      caption="Requested and allocatable resources"
      columns={[
        { header: 'Resource', renderCell: ({ resource }) => resourceName(resource) },
        {
          header: 'Requested',
          isNumeric: true,
          renderCell: ({ resource }) => formatAmount(resource, requested.get(resource) ?? 0),
        },
        {
          header: 'Allocatable',
          isNumeric: true,
          renderCell: ({ resource, amount }) => formatAmount(resource, amount),
        },
        {
          header: 'Share',
          renderCell: ({ resource, amount }) => (
            <Meter
              ratio={ratioOf(requested.get(resource) ?? 0, amount)}
              text={formatShare(requested.get(resource) ?? 0, amount)}
              label={resourceName(resource)}
            />
          ),
        },
      ]}
      rows={rows}
      rowKey={({ resource }) => resource}
    />
  );
}

/** Returns the labels sorted by name; none when the value is not an object. */
function labelsOf(labels: unknown): readonly (readonly [string, ReactNode])[] {
  if (typeof labels !== 'object' || labels === null) return [];
  return Object.entries(labels)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, value]) => [key, <code key={key}>{String(value)}</code>]);
}

export function NodeNotFound({ name }: { readonly name: string }) {
  return (
    <EmptyState title="Node not found">
      {name} is not in the cluster. If Kerf removed it, the decision is listed under{' '}
      <Link to="/decisions">Decisions</Link>.
    </EmptyState>
  );
}
