import { requestsOf } from '../../resources/pod-resources.js';
import { type MakeFilter, resolvable, unresolvable } from '../filter.js';
import { matchesNode } from '../node-affinity.js';
import { hostPortsOf } from '../node-state.js';
import { findUntolerated } from '../tolerates.js';

/** Filters on single nodes; each is a plugin of kube-scheduler. */

const unschedulableTaint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

export const unschedulableFilter: MakeFilter = ({ spec }) => {
  const untolerated = findUntolerated([unschedulableTaint], spec.tolerations, ['NoSchedule']);
  if (untolerated === undefined) return null;
  return {
    refuse: ({ node }) =>
      node.spec.unschedulable === true ? unresolvable('node(s) were unschedulable') : null,
  };
};

export const taintFilter: MakeFilter = ({ spec }) => ({
  refuse: ({ node }) => {
    const taint = findUntolerated(node.spec.taints, spec.tolerations, ['NoSchedule', 'NoExecute']);
    return taint === undefined ? null : unresolvable('node(s) had untolerated taint(s)');
  },
});

export const nodeAffinityFilter: MakeFilter = ({ spec }) => {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined && spec.nodeSelector === undefined) return null;
  return {
    refuse: ({ node }) =>
      matchesNode(spec, node)
        ? null
        : unresolvable("node(s) didn't match Pod's node affinity/selector"),
  };
};

export const hostPortFilter: MakeFilter = ({ spec }) => {
  const ports = hostPortsOf(spec);
  if (ports.length === 0) return null;
  return {
    refuse: (node) =>
      ports.some((port) => node.hasPort(port))
        ? resolvable("node(s) didn't have free ports for the requested pod ports")
        : null,
  };
};

export const resourceFilter: MakeFilter = ({ spec }) => {
  const requests = Object.entries(requestsOf(spec)).filter(([, amount]) => amount > 0);
  return {
    refuse: (node) => {
      const { allocatable } = node;
      const isFull = node.requestedOf('pods') + 1 > (allocatable['pods'] ?? 0);
      const missing = requests.filter(
        ([resource, amount]) => amount > (allocatable[resource] ?? 0) - node.requestedOf(resource),
      );
      if (!isFull && missing.length === 0) return null;
      const reasons = missing.map(([resource]) => `Insufficient ${resource}`);
      const fitsEmpty = missing.every(
        ([resource, amount]) => amount <= (allocatable[resource] ?? 0),
      );
      return {
        reasons: isFull ? ['Too many pods', ...reasons] : reasons,
        isResolvable: fitsEmpty,
      };
    },
  };
};

export const volumeFilter: MakeFilter = (pod, { claims }) => {
  const constraints = (pod.spec.volumes ?? []).flatMap(
    (volume) => claims.constraintOf(pod, volume) ?? [],
  );
  if (constraints.length === 0) return null;
  return {
    refuse: (node) => {
      const unmet = constraints.find(
        (constraint) => constraint.kind === 'Refused' || !constraint.matches(node),
      );
      return unmet === undefined ? null : unresolvable(unmet.reason);
    },
  };
};

export const deviceFilter: MakeFilter = (pod, { devices }) => {
  const needs = devices.needsOf(pod);
  if (needs === null) return null;
  return {
    refuse: (node) => {
      const reason = needs.kind === 'Refused' ? needs.reason : needs.refuse(node);
      return reason === null ? null : unresolvable(reason);
    },
  };
};
