import {
  childPath,
  duplicate,
  type FieldError,
  invalid,
  itemPath,
  notSupported,
  required,
} from '../../schema/field-error.js';
import { validateLabelName } from '../names.js';
import type { Container, PodSpec } from '../types/pod.js';
import { validatePodClaims } from './validate-pod-claims.js';
import { validatePodResources, validateResources } from './validate-resources.js';

/** Validates the most common rules of a pod spec; others of a real server are omitted. */
export function validatePodSpec(spec: PodSpec, path: string): readonly FieldError[] {
  const containersPath = childPath(path, 'containers');
  return [
    ...(spec.containers.length === 0 ? [required(containersPath)] : []),
    ...validateContainers(spec.containers, containersPath),
    ...validateContainers(spec.initContainers ?? [], childPath(path, 'initContainers')),
    ...validatePodClaims(spec, path),
    ...validatePodResources(spec, childPath(path, 'resources')),
    ...validateRestartPolicy(spec, path),
    ...validateGracePeriod(spec, path),
  ];
}

const restartPolicies = ['Always', 'OnFailure', 'Never'];

function validateRestartPolicy(spec: PodSpec, path: string): readonly FieldError[] {
  const { restartPolicy = 'Always' } = spec;
  return restartPolicies.includes(restartPolicy)
    ? []
    : [notSupported(childPath(path, 'restartPolicy'), restartPolicy, restartPolicies)];
}

function validateGracePeriod(spec: PodSpec, path: string): readonly FieldError[] {
  const { terminationGracePeriodSeconds: seconds = 30 } = spec;
  const field = childPath(path, 'terminationGracePeriodSeconds');
  return seconds < 0 ? [invalid(field, seconds, 'must be greater than or equal to 0')] : [];
}

function validateContainers(containers: readonly Container[], path: string): readonly FieldError[] {
  const names = containers.map(({ name }) => name);
  return containers.flatMap((container, index) => {
    const itsPath = itemPath(path, index);
    const wrongName = validateLabelName(container.name);
    const isRepeated = names.indexOf(container.name) !== index;
    return [
      ...(wrongName === null
        ? []
        : [invalid(childPath(itsPath, 'name'), container.name, wrongName)]),
      ...(isRepeated ? [duplicate(childPath(itsPath, 'name'), container.name)] : []),
      ...((container.image ?? '') === '' ? [required(childPath(itsPath, 'image'))] : []),
      ...validateResources(container.resources, childPath(itsPath, 'resources')),
    ];
  });
}
