import type { Container, PodSpec } from '../types/pod.js';

/** `Guaranteed`, `Burstable` or `BestEffort`. Source: kubernetes.io, Pod Quality of Service Classes. */
export function qosClassOf(spec: PodSpec): string {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  const hasAny = containers.some(
    ({ resources }) => countsFor(resources?.requests) || countsFor(resources?.limits),
  );
  if (!hasAny) return 'BestEffort';
  return containers.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

function countsFor(quantities: Readonly<Record<string, string>> | undefined): boolean {
  return quantities?.['cpu'] !== undefined || quantities?.['memory'] !== undefined;
}

function isGuaranteed({ resources }: Container): boolean {
  return ['cpu', 'memory'].every((name) => {
    const limit = resources?.limits?.[name];
    return limit !== undefined && (resources?.requests?.[name] ?? limit) === limit;
  });
}
