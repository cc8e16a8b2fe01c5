import type { DaemonSet } from '../model/daemon-set.js';
import type { HostPort } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { Taint, Toleration } from '../model/taint.js';
import { findClash } from '../requirements/clash.js';
import type { Requirements, RequirementsTable } from '../requirements/requirements.js';
import { findUntolerated, toleratePreferNoSchedule } from '../requirements/taints.js';
import type { ResourceSpace, ResourceVector } from './resource-space.js';

/** A daemon as far as it takes room on nodes. */
export interface CompiledDaemon {
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
  readonly tolerations: readonly Toleration[];
  /** It runs where one of these holds, nowhere without any; preferences do not matter to daemons. */
  readonly alternatives: readonly Requirements[];
}

/** Room and ports that the daemons of a node take. */
export interface DaemonOverhead {
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
}

/**
 * @remarks Differs from karpenter, which keeps room free for a daemon that wants a label and its absence;
 * no node ever has it.
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
      .filter((specs) => findClash(table, specs) === null)
      .map((specs) => table.compile(specs)),
  };
}

/** True when the daemon runs on nodes with these taints that satisfy one of its alternatives. */
export function daemonRuns(
  daemon: CompiledDaemon,
  taints: readonly Taint[],
  satisfies: (alternative: Requirements) => boolean,
): boolean {
  return (
    findUntolerated(taints, daemon.tolerations) === null && daemon.alternatives.some(satisfies)
  );
}

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

/** A node selector as requirements. */
export function selectorSpecs(selector: Readonly<Record<string, string>>): RequirementSpec[] {
  return Object.entries(selector).map(([key, value]) => ({
    key,
    operator: 'In',
    values: [value],
    minValues: null,
  }));
}
