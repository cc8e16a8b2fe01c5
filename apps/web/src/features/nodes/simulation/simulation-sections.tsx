import { countOf, joinWords } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  formatHourly,
  formatMonthly,
  toMicroUsd,
  toMicroUsdOrNull,
  withSign,
} from '../../../lib/format/money.js';
import { capacityTypeWords, disruptionReasonWords } from '../../../lib/format/words.js';
import { reasonEndsAt } from '../../../lib/reasons/reason-sentence.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Section, Stack } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Money } from '../../../ui/values/money.js';
import { NodePoolName } from '../../../ui/values/node-pool-name.js';
import { NamedPodLink } from '../../../ui/values/pod-link.js';
import { ReasonText } from '../../../ui/values/reason-text.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { SimulationResult } from './simulation.queries.js';
import { UnplacedPods } from './unplaced-pods.js';

export interface SimulationSectionsProps {
  readonly result: SimulationResult;
  readonly clusterName: string;
}

/** The result of a simulated removal: cost, blockers, pods without a node, new nodes, moves. */
export function SimulationSections({ result, clusterName }: SimulationSectionsProps) {
  const { nodes, moves, unplaced, replacements } = result;
  const lostPods = nodes.flatMap(({ podsWithoutController }) => podsWithoutController);
  return (
    <>
      <p className="dimmed">
        What would happen if {nodesText(nodes)} removed now. Nothing in the cluster was changed.
      </p>
      <DescriptionList items={summaryOf(result)} />
      <Section title="Voluntary disruption blocked by">
        <Blockers nodes={nodes} />
      </Section>
      {unplaced.length > 0 && (
        <Section title={`Pods without a node (${unplaced.length})`}>
          <UnplacedPods pods={unplaced} clusterName={clusterName} />
        </Section>
      )}
      {lostPods.length > 0 && (
        <Section title={`Pods without a controller (${lostPods.length})`}>
          <p>Nothing creates them again after their eviction: {joinWords(lostPods)}.</p>
        </Section>
      )}
      <Section title={`New nodes (${replacements.length})`}>
        <Replacements replacements={replacements} />
      </Section>
      <Section title={`Pods that move (${moves.length})`}>
        <Moves result={result} clusterName={clusterName} />
      </Section>
    </>
  );
}

function nodesText(nodes: SimulationResult['nodes']): string {
  const [first] = nodes;
  return first !== undefined && nodes.length === 1
    ? `${first.nodeName} was`
    : `${countOf(nodes.length, 'node')} were`;
}

function summaryOf(result: SimulationResult): readonly (readonly [string, ReactNode])[] {
  const { costChange, consolidation, evaluatedAt, nodes } = result;
  const microUsd = toMicroUsdOrNull(costChange);
  const daemonPods = nodes.reduce((sum, node) => sum + node.daemonPods, 0);
  return [
    [
      'Cost',
      microUsd === null ? (
        'unknown, because a price is unknown'
      ) : (
        <span key="cost" className="num">
          {withSign(microUsd, formatHourly)}{' '}
          <span className="dimmed">({withSign(microUsd, formatMonthly)})</span>
        </span>
      ),
    ],
    ['Consolidation', consolidation === null ? null : <Consolidation result={consolidation} />],
    ['Pods that end', daemonPods === 0 ? null : `${daemonPods} DaemonSet and static pods`],
    ['Evaluated', <RelativeTime key="at" at={evaluatedAt} />],
  ];
}

function Consolidation({
  result: { isPossible, saving, blocker },
}: {
  readonly result: NonNullable<SimulationResult['consolidation']>;
}) {
  if (blocker !== null) return <ReasonText reason={blocker} />;
  if (!isPossible) return 'not possible';
  return (
    <>
      possible, saves <Money microUsd={toMicroUsdOrNull(saving)} />
    </>
  );
}

function Blockers({ nodes }: Pick<SimulationResult, 'nodes'>) {
  const blocked = nodes.filter(({ blockers }) => blockers.length > 0);
  if (blocked.length === 0) {
    return <p className="dimmed">None. Nothing blocks voluntary disruption now.</p>;
  }
  return (
    <Stack gap="sm">
      {blocked.map(({ nodeName, blockers }) => (
        <Stack key={nodeName} gap="xs">
          {nodes.length > 1 && <h3>{nodeName}</h3>}
          {blockers.map((blocker) => (
            <div key={`${blocker.reason.code}${JSON.stringify(blocker.reason.data)}`}>
              <Blocker blocker={blocker} />
            </div>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

interface BlockerProps {
  readonly blocker: SimulationResult['nodes'][number]['blockers'][number];
}

function Blocker({ blocker: { reason, disruptionReasons, until } }: BlockerProps) {
  const scope = joinWords(disruptionReasons.map((each) => disruptionReasonWords[each]));
  return (
    <>
      <ReasonText reason={reason} />
      {until !== null && reasonEndsAt(reason) === null && (
        <>
          , changes <RelativeTime at={until} />
        </>
      )}{' '}
      <span className="dimmed">{scope === '' ? '(for any reason)' : `(for ${scope})`}</span>
    </>
  );
}

function Replacements({ replacements }: Pick<SimulationResult, 'replacements'>) {
  if (replacements.length === 0) {
    return <p className="dimmed">None. The other nodes have enough capacity.</p>;
  }
  return (
    <SimpleTable
      caption="New nodes, with the cheapest instance type of each"
      columns={[
        {
          header: 'Type',
          renderCell: ({ expected }) => <span className="nowrap">{expected.instanceType}</span>,
        },
        {
          header: 'Capacity',
          renderCell: ({ expected }) => capacityTypeWords[expected.capacityType],
        },
        {
          header: 'Zone',
          renderCell: ({ expected }) => <span className="nowrap">{expected.zone}</span>,
        },
        {
          header: '$/h',
          isNumeric: true,
          renderCell: ({ expected }) => (
            <Money
              microUsd={expected.isPriceEstimated ? null : toMicroUsd(expected.price)}
              columnDigits={4}
            />
          ),
        },
        { header: 'NodePool', renderCell: ({ nodePool }) => <NodePoolName name={nodePool} /> },
        { header: 'Pods', isNumeric: true, renderCell: ({ pods }) => pods.length },
        { header: 'Other types', isSentence: true, renderCell: otherTypes },
      ]}
      rows={replacements}
      rowKey={({ plannedId }) => plannedId}
    />
  );
}

/** Number of other instance types that are named. */
const shownTypes = 3;

/** `c5.large, m5.large, m6i.large and 12 more`. */
function otherTypes({
  options,
  optionCount,
}: SimulationResult['replacements'][number]): string | null {
  const others = options.slice(1, 1 + shownTypes).map(({ instanceType }) => instanceType);
  const more = optionCount - 1 - others.length;
  if (others.length === 0) return null;
  return joinWords([...others, ...(more > 0 ? [`${more} more`] : [])]);
}

function Moves({ result: { moves, replacements }, clusterName }: SimulationSectionsProps) {
  if (moves.length === 0) return <p className="dimmed">None.</p>;
  const typeById = new Map(
    replacements.map(({ plannedId, expected }) => [plannedId, expected.instanceType]),
  );
  const toNew = moves.filter(({ to }) => typeById.has(to ?? '')).length;
  return (
    <>
      <p className="dimmed">{destinationsText(toNew, moves.length - toNew)}</p>
      <SimpleTable
        caption="Pods that move"
        columns={[
          {
            header: 'Pod',
            renderCell: ({ pod }) => <NamedPodLink clusterName={clusterName} pod={pod} />,
          },
          {
            header: 'To',
            renderCell: ({ to }) => {
              const type = typeById.get(to ?? '');
              if (type !== undefined) return `new node (${type})`;
              return to === null ? null : (
                <Link to="/clusters/$name/nodes/$node" params={{ name: clusterName, node: to }}>
                  {to}
                </Link>
              );
            },
          },
        ]}
        rows={moves}
        rowKey={({ pod, from }) => `${pod}${from}`}
      />
    </>
  );
}

const destinationsText = (toNew: number, toExisting: number): string =>
  joinWords([
    ...(toExisting > 0 ? [`${toExisting} to existing nodes`] : []),
    ...(toNew > 0 ? [`${toNew} to new nodes`] : []),
  ]);
