import type { DaemonSet } from '../model/daemon-set.js';
import type { HostPort } from '../model/pod.js';
import type { RequirementSpec } from '../model/requirement-spec.js';
import type { Taint, Toleration } from '../model/taint.js';
import type { Requirements, RequirementsTable } from '../requirements/requirements.js';
import { findUntolerated, toleratePreferNoSchedule } from '../requirements/taints.js';
import type { ResourceSpace, ResourceVector } from './resource-space.js';

/** A daemon as far as it takes room on nodes. */
export interface CompiledDaemon {
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
  readonly tolerations: readonly Toleration[];
  /** It runs where one of these holds; preferences do not matter to daemons. */
  readonly alternatives: readonly Requirements[];
}

/** Room and ports that the daemons of a node take. */
export interface DaemonOverhead {
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
}

export function compileDaemon(
  table: RequirementsTable,
  resources: ResourceSpace,
  { podSpec }: DaemonSet,
): CompiledDaemon {
  const selected = table.compile(selectorSpecs(podSpec.nodeSelector));
  const terms = podSpec.requiredNodeAffinity.map((term) => table.compile(term.matchExpressions));
  return {
    requests: resources.vectorOf(podSpec.requests),
    hostPorts: podSpec.hostPorts,
    tolerations: [...podSpec.tolerations, toleratePreferNoSchedule],
    alternatives: terms.length === 0 ? [selected] : terms.map((term) => table.join(selected, term)),
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
