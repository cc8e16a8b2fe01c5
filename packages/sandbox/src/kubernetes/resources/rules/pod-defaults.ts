import type { Container, PodSpec, PodTemplate, Quantities } from '../types/pod.js';

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

/** In pods, a limit is the default of the request. */
export function withRequestsFromLimits(container: Container): Container {
  const limits = container.resources?.limits;
  if (limits === undefined) return container;
  const requests: Quantities = { ...limits, ...container.resources?.requests };
  return { ...container, resources: { ...container.resources, requests } };
}
