import type { DaemonSet } from '../model/daemon-set.js';
import type { HostPort } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { Taint, Toleration } from '../model/taint.js';
import {
  findInternalConflict,
  type Requirements,
  type RequirementsTable,
} from '../requirements/requirements.js';
import { findUntolerated, toleratePreferNoSchedule } from '../requirements/taints.js';
import type { ResourceSpace, ResourceVector } from './resource-space.js';

/** A daemon, as far as it takes capacity of nodes. */
export interface CompiledDaemon {
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
  readonly tolerations: readonly Toleration[];
  /**
   * It runs on nodes that satisfy one of these, and on none if there are none; preferences do not
   * matter.
   */
  readonly alternatives: readonly Requirements[];
}

/** Capacity and ports that the daemons of a node take. */
export interface DaemonOverhead {
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
}

/**
 * Compiles a DaemonSet for scheduling.
 * @remarks Differs from karpenter, which keeps capacity free for a daemon that requires a label and
 * its absence; it never runs.
 */
export function compileDaemon(
  table: RequirementsTable,
  resources: ResourceSpace,
  { podSpec }: DaemonSet,
): CompiledDaemon {
  const selected = selectorSpecs(podSpec.nodeSelector);
  const terms = podSpec.requiredNodeAffinity
    .map(({ matchExpressions }) => matchExpressions)
    .filter((expressions) => expressions.length > 0);
  const alternatives = podSpec.requiredNodeAffinity.length === 0 ? [[]] : terms;
  return {
    requests: resources.vectorOf(podSpec.requests),
    hostPorts: podSpec.hostPorts,
    tolerations: [...podSpec.tolerations, toleratePreferNoSchedule],
    alternatives: alternatives
      .map((expressions) => [...selected, ...expressions])
      .filter((specs) => findInternalConflict(table, specs) === null)
      .map((specs) => table.compile(specs)),
  };
}

/** Returns true if the daemon runs on nodes with these taints that satisfy one of its alternatives. */
export function daemonRuns(
  daemon: CompiledDaemon,
  taints: readonly Taint[],
  satisfies: (alternative: Requirements) => boolean,
): boolean {
  return (
    findUntolerated(taints, daemon.tolerations) === null && daemon.alternatives.some(satisfies)
  );
}

/** Returns the requests and host ports of the daemons together. */
export function overheadOf(
  resources: ResourceSpace,
  daemons: readonly CompiledDaemon[],
): DaemonOverhead {
  const requests = resources.vectorOf({});
  for (const daemon of daemons) {
    daemon.requests.forEach((amount, index) => {
      requests[index] = (requests[index] ?? 0) + amount;
    });
  }
  return { requests, hostPorts: daemons.flatMap(({ hostPorts }) => hostPorts) };
}

/** Returns a node selector as requirements. */
export function selectorSpecs(selector: Readonly<Record<string, string>>): RequirementSpec[] {
  return Object.entries(selector).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
    minValues: null,
  }));
}
