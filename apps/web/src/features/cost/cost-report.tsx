import { countOf, formatCount } from '@kerf/core';
import { useQuery } from '@tanstack/react-query';
import type { CostCause, CostReportQuery } from '../../gql/graphql.js';
import { formatHourly, toMicroUsd } from '../../lib/format/money.js';
import { Notice } from '../../ui/feedback/notice.js';
import { QueryContent } from '../../ui/feedback/query-content.js';
import { Section } from '../../ui/layout/layout.js';
import { SimpleTable } from '../../ui/tables/simple-table.js';
import { Money } from '../../ui/values/money.js';
import { RelativeTime } from '../../ui/values/relative-time.js';
import { BoundPartTable } from './bound-part-table.js';
import { costReportQuery } from './cost.queries.js';
import { lowerBoundSentence } from './lower-bound-sentence.js';

type Report = CostReportQuery['costReport'];
type Share = Report['causes'][number];

/** The cost compared with its lower bound, and why it is above. */
export function CostReport({ clusterId }: { readonly clusterId: string | undefined }) {
  const query = useQuery(costReportQuery(clusterId));
  return (
    <Section title="Compared with the lower bound">
      <QueryContent query={query} action="load the lower bound">
        {(report) =>
          report !== undefined && <ReportBody report={report} isFleet={clusterId === undefined} />
        }
      </QueryContent>
    </Section>
  );
}

function ReportBody({ report, isFleet }: { readonly report: Report; readonly isFleet: boolean }) {
  if (report.asOf === null) {
    return <p className="dimmed">The cost has not been analyzed yet; that takes up to a minute.</p>;
  }
  return (
    <>
      <p>
        {lowerBoundSentence(report)}{' '}
        <span className="dimmed">
          Analyzed <RelativeTime at={report.asOf} />.
        </span>
      </p>
      {report.unboundedPods > 0 && (
        <Notice tone="attention">
          {countOf(report.unboundedPods, 'pod')} could run on no new node of the NodePools now, so
          the lower bound includes no cost for {report.unboundedPods === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {report.causes.length > 0 && <CauseTable causes={report.causes} isFleet={isFleet} />}
      <UnmeasuredNote causes={report.unmeasuredCauses} />
      {report.boundParts.length > 0 && <BoundPartTable parts={report.boundParts} />}
    </>
  );
}

function CauseTable({
  causes,
  isFleet,
}: {
  readonly causes: readonly Share[];
  readonly isFleet: boolean;
}) {
  return (
    <SimpleTable
      caption="Why the cost is above the lower bound"
      columns={[
        { header: 'Cause', renderCell: ({ cause }) => causeLabels[cause] },
        { header: 'Why', renderCell: (share) => <Why share={share} isFleet={isFleet} /> },
        { header: 'Nodes', isNumeric: true, renderCell: ({ nodes }) => formatCount(nodes) },
        {
          header: '$/h',
          isNumeric: true,
          renderCell: ({ cost }) => <Money microUsd={toMicroUsd(cost)} columnDigits={2} />,
        },
      ]}
      rows={causes}
      rowKey={({ cause }) => cause}
    />
  );
}

function Why({
  share: { cause, subjects },
  isFleet,
}: {
  readonly share: Share;
  readonly isFleet: boolean;
}) {
  return (
    <>
      <span className="dimmed">{causeSentences[cause]}</span>
      {subjects.map(({ clusterName, name, cost, nodes }) => (
        <div key={`${clusterName}/${name}`}>
          {isFleet ? `${name} in ${clusterName}` : name}
          <span className="dimmed">
            : {countOf(nodes, 'node')}, {formatHourly(toMicroUsd(cost))}
          </span>
        </div>
      ))}
    </>
  );
}

/** Says which parts are not computed, so that nobody reads them as zero. */
function UnmeasuredNote({ causes }: { readonly causes: readonly CostCause[] }) {
  if (causes.length === 0) return null;
  return (
    <p className="dimmed">
      Not computed now: {causes.map((cause) => causeLabels[cause]).join(', ')}. Consolidation still
      has too much to do to simulate what these settings hold back; it is part of “
      {causeLabels.NOT_HELD_BACK}”.
    </p>
  );
}

const causeLabels: Readonly<Record<CostCause, string>> = {
  CAPACITY_BUFFER: 'CapacityBuffers',
  STATIC_CAPACITY: 'Static capacity',
  CONSOLIDATION_POLICY: 'Consolidation policy',
  DO_NOT_DISRUPT: 'do-not-disrupt',
  POD_DISRUPTION_BUDGET: 'PodDisruptionBudgets',
  REJECTED: 'Rejected decisions',
  PAUSED: 'Pauses',
  AWAITING_APPROVAL: 'Awaiting approval',
  OBSERVE_MODE: 'Mode observe',
  DISRUPTION_BUDGET: 'Disruption budgets',
  CONSOLIDATE_AFTER: 'consolidateAfter',
  IN_TRANSITION: 'In transition',
  MIN_SAVING: 'Minimum savings',
  NODE_POOL_CONSTRAINTS: 'NodePool constraints',
  SPOT_TO_SPOT: 'Spot-to-spot consolidation',
  NOT_HELD_BACK: 'Not held back',
  UNKNOWN: 'Unknown cause',
};

const causeSentences: Readonly<Record<CostCause, string>> = {
  CAPACITY_BUFFER: 'Capacity that CapacityBuffers hold.',
  STATIC_CAPACITY: 'Static NodePools and standalone NodeClaims stay, whatever runs on them.',
  CONSOLIDATION_POLICY: 'The NodePool does not allow these nodes to be consolidated.',
  DO_NOT_DISRUPT: 'The annotation karpenter.sh/do-not-disrupt.',
  POD_DISRUPTION_BUDGET: 'Pods that may not be evicted now.',
  REJECTED: 'A user rejected the disruption.',
  PAUSED: 'A pause, or a brake of Kerf, stops their disruption.',
  AWAITING_APPROVAL: 'Decisions that wait for approval.',
  OBSERVE_MODE: 'Decisions that are only shown.',
  DISRUPTION_BUDGET: 'The NodePool’s budgets allow no disruption now.',
  CONSOLIDATE_AFTER: 'Pods came or went a short time ago.',
  IN_TRANSITION: 'Nodes that start, are removed, or expect pods.',
  MIN_SAVING: 'They save less than the cluster or the NodePool requires.',
  NODE_POOL_CONSTRAINTS: 'minValues or limits of NodePools; other nodes would cost less.',
  SPOT_TO_SPOT: 'Cheaper spot nodes could replace them; the setting of the cluster is off.',
  NOT_HELD_BACK:
    'Consolidation may still find cheaper nodes, or whole pods on whole nodes cost more than the bound.',
  UNKNOWN: '',
};
