import { countOf, type DurationMs, type Instant } from '@kerf/core';
import {
  type Attempt,
  failuresInRow,
  launchAttempts,
  registrationAttempts,
} from '../brake/attempts.js';
import type { RunawayRule } from '../brake/brake-rule.js';
import { maxIncidentObjects } from '../incident/incident.js';
import type { Detection, IncidentFacts } from './incident-facts.js';

type Facts = Pick<IncidentFacts, 'cluster' | 'claims' | 'brakes'>;

const minuteMs: DurationMs = 60_000;
const failedWithinMs: DurationMs = 15 * minuteMs;
const launchesInRow = 3;
const nodesInRow = 2;
const overdueMs: DurationMs = 5 * minuteMs;

/**
 * Rule: the last three launches of a NodePool failed within 15 minutes; one of them, or the brake that
 * they engaged, keeps the incident open.
 */
export const launchFailures = (facts: Facts, now: Instant): readonly Detection[] =>
  ofNodePools(facts, now, {
    brake: 'LaunchFailures',
    leastInRow: launchesInRow,
    // Withheld launches are what a brake or a limit is for.
    attempts: launchAttempts(facts.claims, (code) => code !== 'LAUNCH_WITHHELD'),
    cause: (failed, pool) =>
      `${countOf(failed.length, 'launch', 'launches')} ${pool} failed in a row. The last one: ${sentence(failed.at(-1)?.failure)}`,
    remedy: (pool) =>
      `Fix what the message names: the requirements or the EC2NodeClass ${pool}, or a quota or permission of the AWS account. If capacity is missing, allow more instance types, zones or capacity types.`,
  });

/**
 * Rule: the last two launched nodes of a NodePool did not join within five minutes; one of the last
 * 15 minutes, or the brake that they engaged, keeps the incident open.
 */
export const registrationFailures = (facts: Facts, now: Instant): readonly Detection[] =>
  ofNodePools(facts, now, {
    brake: 'RegistrationFailures',
    leastInRow: nodesInRow,
    attempts: registrationAttempts(facts.claims, now, overdueMs),
    cause: (failed, pool) =>
      `${countOf(failed.length, 'launched node')} ${pool} in a row did not join the cluster, the last one ${failed.at(-1)?.claim.name}.`,
    remedy: (pool) =>
      `Check the image, the user data and the security groups in the EC2NodeClass ${pool}, and that the role of its nodes has an access entry of the cluster. The system log of an instance says why it does not join.`,
  });

interface FailureRule {
  readonly brake: RunawayRule;
  readonly leastInRow: number;
  readonly attempts: readonly Attempt[];
  /** @param pool where the failures were, as words of a sentence */
  readonly cause: (failed: readonly Attempt[], pool: string) => string;
  readonly remedy: (pool: string) => string;
}

function ofNodePools(
  { cluster, brakes }: Facts,
  now: Instant,
  { brake, leastInRow, attempts, cause, remedy }: FailureRule,
): readonly Detection[] {
  const braked = brakes.flatMap(({ scope, evidence, setAt }) =>
    scope.kind === 'NodePool' && evidence?.rule === brake
      ? [{ nodePool: scope.nodePool, evidence, setAt }]
      : [],
  );
  const byPool = Map.groupBy(attempts, ({ claim }) => claim.nodePool);
  const pools = new Set([...byPool.keys(), ...braked.map(({ nodePool }) => nodePool)]);
  return [...pools].flatMap((nodePool) => {
    const failed = failuresInRow(byPool.get(nodePool) ?? [], now - failedWithinMs);
    const engaged = braked.find((each) => each.nodePool === nodePool);
    if (failed.length === 0 && engaged === undefined) return [];
    const object = nodePool === null ? `Cluster/${cluster.name}` : `NodePool/${nodePool}`;
    const pool = nodePool === null ? 'of NodeClaims without a NodePool' : `of NodePool ${nodePool}`;
    const names = failed.map(({ claim }) => `NodeClaim/${claim.name}`);
    return [
      {
        object,
        objects: [object, ...names.slice(1 - maxIncidentObjects)],
        nodePools: nodePool === null ? [] : [nodePool],
        opens: failed.length >= leastInRow,
        cause: cause(failed, pool),
        remedy: `${remedy(pool)}${engaged === undefined ? '' : ' Then release the brake on the page Brakes.'}`,
        // A node that Kerf gave up counts from the time at which it should have joined.
        startedAt: Math.min(failed[0]?.at ?? engaged?.setAt ?? now, now),
      },
    ];
  });
}

const sentence = (text: string | null | undefined): string =>
  text?.endsWith('.') === true ? text : `${text ?? 'unknown'}.`;
