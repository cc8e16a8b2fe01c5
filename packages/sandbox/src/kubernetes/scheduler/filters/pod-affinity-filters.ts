import type { Pod, PodAffinityTerm } from '../../resources/types/pod.js';
import { type MakeFilter, resolvable, type SchedulingView, unresolvable } from '../filter.js';
import type { NodeState } from '../node-state.js';
import { type PodTerm, preparePodTerm } from '../pod-terms.js';

/** Source: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/ */

/** Domains (`key=value`) in which a pod matches. */
type Domains = ReadonlySet<string>;

function domainOf(node: NodeState, topologyKey: string): string | null {
  const value = node.labels[topologyKey];
  return value === undefined ? null : `${topologyKey}=${value}`;
}

function prepareAll(terms: readonly PodAffinityTerm[] | undefined, pod: Pod, view: SchedulingView) {
  return (terms ?? []).map((term) => preparePodTerm(term, pod, view));
}

function isTerminating({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Returns the domains of nodes with a matching pod. */
function domainsWith(
  topologyKey: string,
  view: SchedulingView,
  matches: (pod: Pod) => boolean,
): Domains {
  const domains = new Set<string>();
  for (const node of view.nodes) {
    const domain = domainOf(node, topologyKey);
    if (domain === null || domains.has(domain)) continue;
    for (const pod of node.pods.values()) {
      if (!isTerminating(pod) && matches(pod)) {
        domains.add(domain);
        break;
      }
    }
  }
  return domains;
}

export const podAffinityFilter: MakeFilter = (pod, view) => {
  const required = pod.spec.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = prepareAll(required, pod, view);
  if (terms.length === 0) return null;
  // As in kube-scheduler, a pod counts only if it matches every term.
  const matchesAll = (other: Pod): boolean => terms.every((term) => term.matches(other));
  const domainsOfTerm = terms.map(({ topologyKey }) => domainsWith(topologyKey, view, matchesAll));
  // The first pod of a group with affinity to itself may run anywhere.
  const isFirst = domainsOfTerm.every(({ size }) => size === 0) && matchesAll(pod);
  return {
    refuse: (node) => {
      const fits = terms.every(({ topologyKey }, index) => {
        const domain = domainOf(node, topologyKey);
        return domain !== null && (isFirst || domainsOfTerm[index]?.has(domain) === true);
      });
      return fits ? null : unresolvable("node(s) didn't match pod affinity rules");
    },
  };
};

export const podAntiAffinityFilter: MakeFilter = (pod, view) => {
  const required =
    pod.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const terms = prepareAll(required, pod, view);
  if (terms.length === 0) return null;
  const forbidden = terms.map((term) =>
    domainsWith(term.topologyKey, view, (other) => term.matches(other)),
  );
  return {
    refuse: (node) => {
      const isForbidden = terms.some(({ topologyKey }, index) => {
        const domain = domainOf(node, topologyKey);
        return domain !== null && forbidden[index]?.has(domain) === true;
      });
      return isForbidden ? resolvable("node(s) didn't match pod anti-affinity rules") : null;
    },
  };
};

/** Rejects nodes whose pods have anti-affinity to this pod. */
export const existingAntiAffinityFilter: MakeFilter = (pod, view) => {
  const forbidden = new Set<string>();
  for (const node of view.nodes) {
    for (const existing of node.antiAffinityPods.values()) {
      for (const term of requiredAntiAffinityTerms(existing, view)) {
        const domain = domainOf(node, term.topologyKey);
        if (domain !== null && term.matches(pod)) forbidden.add(domain);
      }
    }
  }
  if (forbidden.size === 0) return null;
  const keys = new Set([...forbidden].map((domain) => domain.slice(0, domain.indexOf('='))));
  return {
    refuse: (node) => {
      const isForbidden = [...keys].some((key) => {
        const domain = domainOf(node, key);
        return domain !== null && forbidden.has(domain);
      });
      return isForbidden
        ? resolvable("node(s) didn't satisfy existing pods anti-affinity rules")
        : null;
    },
  };
};

function requiredAntiAffinityTerms(pod: Pod, view: SchedulingView): readonly PodTerm[] {
  const { podAntiAffinity } = pod.spec.affinity ?? {};
  return prepareAll(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution, pod, view);
}
