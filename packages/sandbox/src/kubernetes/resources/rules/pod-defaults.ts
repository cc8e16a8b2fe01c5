import { formatQuantity } from '@kerf/core';
import { containerAmounts, isPodLevelResource } from '../pod-resources.js';
import type { Quantities } from '../types/common.js';
import type { Container, PodSpec, PodTemplate } from '../types/pod.js';

/** Returns a pod spec with defaults, for pods and templates. */
export function withPodSpecDefaults(spec: PodSpec): PodSpec {
  return {
    ...spec,
    ...(spec.initContainers === undefined
      ? {}
      : { initContainers: spec.initContainers.map(withContainerDefaults) }),
    containers: spec.containers.map(withContainerDefaults),
    restartPolicy: spec.restartPolicy ?? 'Always',
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds ?? 30,
    dnsPolicy: spec.dnsPolicy ?? 'ClusterFirst',
    securityContext: spec.securityContext ?? {},
    schedulerName: spec.schedulerName ?? 'default-scheduler',
  };
}

export function withTemplateDefaults(template: PodTemplate): PodTemplate {
  return { ...template, spec: withPodSpecDefaults(template.spec) };
}

function withContainerDefaults(container: Container): Container {
  return {
    ...container,
    resources: container.resources ?? {},
    terminationMessagePath: container.terminationMessagePath ?? '/dev/termination-log',
    terminationMessagePolicy: container.terminationMessagePolicy ?? 'File',
    imagePullPolicy: container.imagePullPolicy ?? pullPolicyOf(container.image ?? ''),
  };
}

/** An image without a tag is `latest`, which is always pulled. */
function pullPolicyOf(image: string): string {
  if (image.includes('@')) return 'IfNotPresent';
  const tag = image.slice(image.lastIndexOf('/') + 1).split(':')[1] ?? 'latest';
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

/**
 * Sets requests where a pod has only limits: of its containers, and of the pod as a whole, which gets
 * those of its containers first.
 * Source: kubernetes pkg/apis/core/v1 SetDefaults_Pod.
 */
export function withRequestsFromLimits(spec: PodSpec): PodSpec {
  const { initContainers } = spec;
  return withPodRequests({
    ...spec,
    ...(initContainers === undefined
      ? {}
      : { initContainers: initContainers.map(withContainerRequests) }),
    containers: spec.containers.map(withContainerRequests),
  });
}

function withContainerRequests(container: Container): Container {
  const limits = container.resources?.limits;
  if (limits === undefined) return container;
  const requests: Quantities = { ...limits, ...container.resources?.requests };
  return { ...container, resources: { ...container.resources, requests } };
}

function withPodRequests(spec: PodSpec): PodSpec {
  const limits = Object.entries(spec.resources?.limits ?? {});
  if (limits.length === 0) return spec;
  const ofContainers = Object.entries(containerAmounts(spec, 'requests'))
    .filter(([resource]) => isPodLevelResource(resource))
    .map(([resource, amount]) => [resource, formatQuantity(resource, amount)] as const);
  const requests: Quantities = {
    ...Object.fromEntries(limits.filter(([resource]) => isPodLevelResource(resource))),
    ...Object.fromEntries(ofContainers),
    ...spec.resources?.requests,
  };
  return { ...spec, resources: { ...spec.resources, requests } };
}
