import { Json, randomFixture, readFixture } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { NodePool } from '../model/node-pool.js';
import type { PodSpec } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { LabelTerm, SchedulingReason } from '../model/scheduling-reason.js';
import { planWithFirstFit } from '../plan/write-result.js';
import { normalizeLabel } from '../requirements/well-known-labels.js';
import { selectorSpecs } from '../resources/daemon-overhead.js';
import { templateSpecs } from '../scheduling/nodes/node-claim-template.js';
import { volumeExpressions } from '../volumes/volume-alternatives.js';
import { obstacleDistances } from './nearness.js';

const clusters = Array.from({ length: 150 }, (_, index) =>
  readFixture(new Json(randomFixture(index + 1))),
);

interface ReportedReason {
  readonly reason: SchedulingReason;
  readonly pool: NodePool;
  readonly spec: PodSpec;
}

/** All reasons of all unschedulable pods, by NodePool. */
function reasonsIn(snapshot: ClusterSnapshot): readonly ReportedReason[] {
  const specs = new Map(snapshot.pods.map(({ uid, spec }) => [uid, spec]));
  const pools = new Map(snapshot.nodePools.map((pool) => [pool.name, pool]));
  return planWithFirstFit(snapshot).unschedulable.flatMap(({ podUid, byNodePool }) =>
    byNodePool.flatMap(({ nodePool, reason }) => {
      const [spec, pool] = [specs.get(podUid), pools.get(nodePool)];
      return spec === undefined || pool === undefined ? [] : { reason, pool, spec };
    }),
  );
}

/** All requirements of the pod and its volumes on node labels. */
const expressionsOf = (spec: PodSpec): readonly RequirementSpec[] => [
  ...selectorSpecs(spec.nodeSelector),
  ...spec.requiredNodeAffinity.flatMap(({ matchExpressions }) => matchExpressions),
  ...volumeExpressions(spec.volumes),
];

function isStatedBy(
  expressions: readonly RequirementSpec[],
  key: string,
  terms: readonly LabelTerm[],
): boolean {
  const own = expressions.filter((one) => normalizeLabel(one.key) === key);
  const values = new Set(own.flatMap((one) => one.values));
  const listed = terms.filter(({ operator }) => operator === 'In' || operator === 'NotIn');
  return own.length > 0 && listed.every((term) => term.values.every((value) => values.has(value)));
}

/** Returns what is wrong in a reason; `null` if it is correct. */
const errorIn = (reported: ReportedReason): string | null =>
  podError(reported) ?? poolError(reported);

function podError({ reason, spec }: ReportedReason): string | null {
  if ('required' in reason && 'volume' in reason) {
    const { key, required } = reason;
    if (!isStatedBy(expressionsOf(spec), key, required))
      return `the pod has no such requirement on ${key}`;
  }
  switch (reason.code) {
    case 'RESOURCE_TOO_LARGE': {
      const { resource, requested, daemons, largest } = reason;
      const isOwn = requested - daemons === (spec.requests[resource] ?? 0);
      return isOwn && requested > largest ? null : 'it is not too large';
    }
    case 'RESOURCE_NOT_OFFERED':
      return (spec.requests[reason.resource] ?? 0) > 0 ? null : 'it is not requested';
    default:
      return null;
  }
}

function poolError({ reason, pool }: ReportedReason): string | null {
  switch (reason.code) {
    case 'REQUIREMENT_INCOMPATIBLE': {
      const { source, key, terms } = reason.allowed;
      const isStated = source !== 'NodePool' || isStatedBy(templateSpecs(pool), key, terms);
      return isStated ? null : `the NodePool has no such requirement on ${key}`;
    }
    case 'TAINT_NOT_TOLERATED':
      return pool.template.taints.some(({ key }) => key === reason.key)
        ? null
        : 'the NodePool does not have the taint';
    case 'LIMIT_EXCEEDED':
      return reason.usage + reason.needed > reason.limit ? null : 'the limit is not reached';
    case 'MIN_VALUES_UNMET':
      return reason.found < reason.minValues ? null : 'there are enough';
    default:
      return null;
  }
}

describe('reasons in random clusters', () => {
  const reported = clusters.map((snapshot) => ({ snapshot, reasons: reasonsIn(snapshot) }));

  it('name requirements that the pod or the NodePool really has', () => {
    const errors = reported.flatMap(({ snapshot, reasons }) =>
      reasons.flatMap((one) => {
        const error = errorIn(one);
        return error === null ? [] : [[snapshot.clusterName, one.pool.name, error, one.reason]];
      }),
    );
    expect(errors).toEqual([]);
  });

  it('have many different codes, so that the test is meaningful', () => {
    const codes = new Set(
      reported.flatMap(({ reasons }) => reasons.map(({ reason }) => reason.code)),
    );
    expect(codes.size).toBeGreaterThan(5);
    expect([...codes].filter((code) => obstacleDistances[code] >= 600)).toEqual([]);
  });
});
