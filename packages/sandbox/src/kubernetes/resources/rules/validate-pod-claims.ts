import {
  childPath,
  duplicate,
  type FieldError,
  invalid,
  itemPath,
  required,
} from '../../schema/field-error.js';
import { validateLabelName, validateSubdomain } from '../names.js';
import type { Container, PodResourceClaim, PodSpec } from '../types/pod.js';

/**
 * Validates the claims of devices of a pod, and their use by its containers.
 * Source: kubernetes pkg/apis/core/validation.
 */
export function validatePodClaims(spec: PodSpec, path: string): readonly FieldError[] {
  const { resourceClaims = [], containers, initContainers = [] } = spec;
  const names = resourceClaims.map(({ name }) => name);
  const field = childPath(path, 'resourceClaims');
  return [
    ...resourceClaims.flatMap((claim, index) => {
      const itsPath = itemPath(field, index);
      const isRepeated = names.indexOf(claim.name) !== index;
      return [
        ...validateClaim(claim, itsPath),
        ...(isRepeated ? [duplicate(childPath(itsPath, 'name'), claim.name)] : []),
      ];
    }),
    ...validateUses(containers, names, childPath(path, 'containers')),
    ...validateUses(initContainers, names, childPath(path, 'initContainers')),
  ];
}

function validateClaim(claim: PodResourceClaim, path: string): readonly FieldError[] {
  const { name, resourceClaimName, resourceClaimTemplateName } = claim;
  const wrongName = validateLabelName(name);
  const references = [
    ['resourceClaimName', resourceClaimName],
    ['resourceClaimTemplateName', resourceClaimTemplateName],
  ] as const;
  const set = references.filter(([, value]) => value !== undefined);
  const shown = {
    Name: name,
    ResourceClaimName: resourceClaimName ?? null,
    ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
  };
  return [
    ...(wrongName === null ? [] : [invalid(childPath(path, 'name'), name, wrongName)]),
    ...(set.length > 1
      ? [
          invalid(
            path,
            shown,
            'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
          ),
        ]
      : []),
    ...(set.length === 0
      ? [
          invalid(
            path,
            shown,
            'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
          ),
        ]
      : []),
    ...set.flatMap(([field, value = '']) => {
      const wrong = validateSubdomain(value);
      return wrong === null ? [] : [invalid(childPath(path, field), value, wrong)];
    }),
  ];
}

function validateUses(
  containers: readonly Container[],
  names: readonly string[],
  path: string,
): readonly FieldError[] {
  return containers.flatMap(({ resources }, index) => {
    const used = (resources?.claims ?? []).map(({ name }) => name);
    const field = childPath(itemPath(path, index), 'resources.claims');
    return used.flatMap((name, position) => {
      const itsPath = itemPath(field, position);
      if (name === '') return [required(childPath(itsPath, 'name'))];
      if (used.indexOf(name) !== position) return [duplicate(itsPath, name)];
      return names.includes(name) ? [] : [unknownClaim(name, names, itsPath)];
    });
  });
}

function unknownClaim(name: string, names: readonly string[], path: string): FieldError {
  const known =
    names.length === 0
      ? 'must be one of the names in pod.spec.resourceClaims which is empty'
      : `must be one of the names in pod.spec.resourceClaims: ${names.join(', ')}`;
  const message = `Not found: ${JSON.stringify(name)}: ${known}`;
  return { reason: 'FieldValueNotFound', field: path, message };
}
