import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeBudget } from '../../../lib/format/budget.js';
import { toMicroUsdOrNull } from '../../../lib/format/money.js';
import { capacityTypeWords, disruptionReasonWords } from '../../../lib/format/words.js';
import { Section } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Money } from '../../../ui/values/money.js';
import { NodePoolName } from '../../../ui/values/node-pool-name.js';
import { OwnerLink } from '../../../ui/values/owner-link.js';
import { NamedPodLink } from '../../../ui/values/pod-link.js';
import type { DecisionApproval, DecisionDetails } from '../decisions.queries.js';
import { PlannedClaims } from '../plan/planned-claims.js';
import { priceSourceColumns } from '../plan/price-source.js';

export interface NodesToRemoveProps {
  readonly decision: DecisionDetails;
  /** Facts of the pods that move; empty if none are recorded. */
  readonly pods: DecisionApproval['pods'];
}

/** The nodes to remove, the pods that move, and the budgets that allowed it. */
export function NodesToRemove({ decision, pods }: NodesToRemoveProps) {
  const factsByPod = new Map(pods.map((each) => [each.pod, each]));
  const { candidates, moves, budgets, clusterName, plannedClaims } = decision;
  const { nodesTitle, podsTitle } = titlesOf(decision);
  return (
    <>
      <Section title={`${nodesTitle} (${candidates.length})`} isPanel>
        <SimpleTable
          caption={nodesTitle}
          columns={[
            {
              header: 'Node',
              renderCell: ({ nodeName }) => (
                <Link
                  className="nowrap"
                  to="/clusters/$name"
                  params={{ name: clusterName }}
                  search={{ node: nodeName }}
                >
                  {nodeName}
                </Link>
              ),
            },
            { header: 'NodePool', renderCell: ({ nodePool }) => <NodePoolName name={nodePool} /> },
            {
              header: 'Type',
              renderCell: ({ instanceType }) => <NameOrUnknown text={instanceType} />,
            },
            { header: 'Zone', renderCell: ({ zone }) => <NameOrUnknown text={zone} /> },
            {
              header: 'Capacity',
              renderCell: ({ capacityType }) =>
                capacityType === null ? 'unknown' : capacityTypeWords[capacityType],
            },
            {
              header: '$/h',
              isNumeric: true,
              renderCell: ({ price }) => (
                <Money microUsd={toMicroUsdOrNull(price)} columnDigits={4} />
              ),
            },
            ...priceSourceColumns(candidates),
            {
              header: 'DaemonSet pods',
              isNumeric: true,
              renderCell: ({ daemonPods }) => daemonPods,
            },
          ]}
          rows={candidates}
          rowKey={({ nodeName }) => nodeName}
        />
      </Section>
      {plannedClaims.length > 0 && (
        <Section title={`Replacement nodes (${plannedClaims.length})`} isPanel>
          <PlannedClaims decision={decision} />
        </Section>
      )}
      <Section title={moves.length === 0 ? podsTitle : `${podsTitle} (${moves.length})`} isPanel>
        {moves.length === 0 ? (
          <p className="dimmed">
            None. Only DaemonSet and static pods run there; they are deleted with the node.
          </p>
        ) : (
          <SimpleTable
            caption={podsTitle}
            columns={[
              {
                header: 'Pod',
                renderCell: ({ pod }) => <NamedPodLink clusterName={clusterName} pod={pod} />,
              },
              { header: 'From', renderCell: ({ from }) => from },
              { header: 'To', renderCell: ({ to }) => <Destination to={to} decision={decision} /> },
              ...(pods.length === 0 ? [] : podColumns(factsByPod, clusterName)),
            ]}
            rows={moves}
            rowKey={({ pod, from }) => `${pod}${from}`}
          />
        )}
      </Section>
      {budgets.length > 0 && (
        <Section title="Disruption budgets when proposed" isPanel>
          <SimpleTable
            caption="Disruption budgets when it was proposed"
            columns={[
              { header: 'NodePool', renderCell: ({ nodePool }) => nodePool },
              { header: 'Reason', renderCell: ({ reason }) => disruptionReasonWords[reason] },
              {
                header: 'Allowed',
                isNumeric: true,
                renderCell: ({ allowed, nodes }) => `${allowed} of ${nodes}`,
              },
              { header: 'In use', isNumeric: true, renderCell: ({ disrupting }) => disrupting },
              {
                header: 'Limiting budget',
                renderCell: ({ limitingBudget: budget }) => describeBudget(budget),
              },
            ]}
            rows={budgets}
            rowKey={({ nodePool, reason }) => `${nodePool}/${reason}`}
          />
        </Section>
      )}
    </>
  );
}

type PodFacts = DecisionApproval['pods'][number];
type Move = DecisionDetails['moves'][number];

/** Returns the columns with which people judge how safe the move of a pod is. */
function podColumns(factsByPod: ReadonlyMap<string, PodFacts>, clusterName: string) {
  const of = (cell: (facts: PodFacts) => ReactNode) => (move: Move) => {
    const facts = factsByPod.get(move.pod);
    return facts === undefined ? '–' : cell(facts);
  };
  return [
    {
      header: 'Owner',
      renderCell: of((facts) => <OwnerOfMoved facts={facts} clusterName={clusterName} />),
    },
    {
      header: 'PDB headroom',
      renderCell: of(({ budget, headroom }) =>
        budget === null ? 'no PDB' : `${headroom ?? 0} of ${budget}`,
      ),
    },
    {
      header: 'Grace period',
      isNumeric: true,
      renderCell: of(({ gracePeriodMs }) => `${Math.round(gracePeriodMs / 1000)} s`),
    },
    {
      header: 'Volumes',
      isNumeric: true,
      renderCell: of(({ persistentVolumes }) => persistentVolumes),
    },
  ];
}

interface OwnerOfMovedProps {
  readonly facts: PodFacts;
  readonly clusterName: string;
}

function OwnerOfMoved({ facts: { owner, pod, replicas }, clusterName }: OwnerOfMovedProps) {
  const [kind = '', name = ''] = owner.split('/');
  const [namespace = ''] = pod.split('/');
  return (
    <>
      <OwnerLink clusterName={clusterName} namespace={namespace} kind={kind} name={name} />
      {kind !== '' && (replicas === 1 ? ', its only pod' : `, ${replicas} pods`)}
    </>
  );
}

function titlesOf({ state }: DecisionDetails): {
  readonly nodesTitle: string;
  readonly podsTitle: string;
} {
  if (state === 'EXECUTED') return { nodesTitle: 'Removed nodes', podsTitle: 'Moved pods' };
  return ['FAILED', 'REJECTED', 'EXPIRED', 'SUPERSEDED'].includes(state)
    ? { nodesTitle: 'Nodes selected for removal', podsTitle: 'Pods that would have moved' }
    : { nodesTitle: 'Nodes to remove', podsTitle: 'Pods to move' };
}

/** The destination of a pod: a replacement by its node name once it has one. */
function Destination({
  to,
  decision,
}: {
  readonly to: string | null;
  readonly decision: DecisionDetails;
}) {
  if (to === null) {
    const text =
      decision.terminateFirst === null ? 'next scheduling batch' : 'waits for a new node';
    return <span className="dimmed">{text}</span>;
  }
  const planned = decision.plannedClaims.find(({ plannedId }) => plannedId === to);
  if (planned === undefined) return to;
  const { nodeClaim, expected } = planned;
  return (
    <>
      {nodeClaim?.nodeName ?? 'new node'}{' '}
      <span className="dimmed">({nodeClaim?.instanceType ?? expected.instanceType})</span>
    </>
  );
}

const NameOrUnknown = ({ text }: { readonly text: string | null }) => (
  <span className="nowrap">{text ?? 'unknown'}</span>
);
