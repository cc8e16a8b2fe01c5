import { compareNumbers, compareText } from '@kerf/core';
import type { ClusterCostReport as Report } from '@kerf/db';
import { boundPartCauses, costCauses } from '@kerf/engine';
import type { CostBoundPart, CostCauseShare, CostReport } from '../../generated/schema-types.js';

/** Further objects of a cause are counted in its part only. */
const maxSubjects = 5;

/** Returns the sum of the clusters' reports. */
export function toCostReport(reports: readonly Report[]): CostReport {
  const sumOf = (read: (report: Report) => number): number =>
    reports.reduce((sum, report) => sum + read(report), 0);
  return {
    asOf: reports.length === 0 ? null : Math.min(...reports.map(({ asOf }) => asOf)),
    cost: sumOf(({ costMicroUsdPerHour }) => costMicroUsdPerHour),
    lowerBound: sumOf(({ lowerBoundMicroUsdPerHour }) => lowerBoundMicroUsdPerHour),
    nodes: sumOf(({ nodes }) => nodes),
    unpricedNodes: sumOf(({ unpricedNodes }) => unpricedNodes),
    pods: sumOf(({ pods }) => pods),
    unboundedPods: sumOf(({ unboundedPods }) => unboundedPods),
    causes: costCauses.flatMap((cause) => shareOf(reports, cause) ?? []),
    unmeasuredCauses: costCauses.filter((cause) =>
      reports.some(({ unmeasuredCauses = [] }) => unmeasuredCauses.includes(cause)),
    ),
    boundParts: boundPartCauses.flatMap((cause) => partOf(reports, cause) ?? []),
    clusters: reports.map((report) => ({
      clusterId: report.clusterId,
      clusterName: report.clusterName,
      asOf: report.asOf,
      cost: report.costMicroUsdPerHour,
      lowerBound: report.lowerBoundMicroUsdPerHour,
      nodes: report.nodes,
    })),
  };
}

function shareOf(
  reports: readonly Report[],
  cause: CostCauseShare['cause'],
): CostCauseShare | null {
  const shares = reports.flatMap(({ clusterId, clusterName, causes }) =>
    causes
      .filter((share) => share.cause === cause)
      .map((share) => ({ ...share, clusterId, clusterName })),
  );
  if (shares.length === 0) return null;
  return {
    cause,
    cost: shares.reduce((sum, { microUsdPerHour }) => sum + microUsdPerHour, 0),
    nodes: shares.reduce((sum, { nodes }) => sum + nodes, 0),
    subjects: shares
      .flatMap(({ subjects, clusterId, clusterName }) =>
        subjects.map(({ name, nodes, microUsdPerHour }) => ({
          clusterId,
          clusterName,
          name,
          cost: microUsdPerHour,
          nodes,
        })),
      )
      .sort(
        (a, b) =>
          compareNumbers(b.cost, a.cost) || b.nodes - a.nodes || compareText(a.name, b.name),
      )
      .slice(0, maxSubjects),
  };
}

function partOf(reports: readonly Report[], cause: CostBoundPart['cause']): CostBoundPart | null {
  const parts = reports.flatMap(({ boundParts = [] }) =>
    boundParts.filter((part) => part.cause === cause),
  );
  if (parts.length === 0) return null;
  const sumOf = (costs: readonly { readonly microUsdPerHour: number }[]): number =>
    costs.reduce((sum, { microUsdPerHour }) => sum + microUsdPerHour, 0);
  const byName = Map.groupBy(
    parts.flatMap(({ subjects }) => subjects),
    ({ name }) => name,
  );
  return {
    cause,
    cost: sumOf(parts),
    subjects: [...byName]
      .map(([name, own]) => ({ name, cost: sumOf(own) }))
      .sort((a, b) => compareNumbers(b.cost, a.cost) || compareText(a.name, b.name))
      .slice(0, maxSubjects),
  };
}
