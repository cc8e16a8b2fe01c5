import { checkStructural } from '../../schema/check-structural.js';
import {
  type FieldError,
  invalid,
  itemPath,
  notSupported,
  required,
} from '../../schema/field-error.js';
import { kinds } from '../kind.js';
import type { CrdNames, CustomResourceDefinition } from '../types/cluster.js';
import { defineRules } from './define-rules.js';

/** Keeps a definition until its objects are deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

export const customResourceDefinitionRules = defineRules(
  kinds.customResourceDefinition,
  {
    setDefaults: (definition) => ({
      ...definition,
      spec: {
        ...definition.spec,
        names: withNameDefaults(definition.spec.names),
        conversion: definition.spec.conversion ?? { strategy: 'None' },
      },
    }),
    initialStatus,
    validate,
  },
  { countsGenerations: true, deletionFinalizers: [cleanupFinalizer] },
);

function withNameDefaults(names: CrdNames): CrdNames {
  return {
    ...names,
    singular: names.singular ?? names.kind.toLowerCase(),
    listKind: names.listKind ?? `${names.kind}List`,
  };
}

/** An accepted definition is served immediately, so its initial status is Established. */
function initialStatus({ metadata, spec }: CustomResourceDefinition) {
  const lastTransitionTime = metadata.creationTimestamp;
  const condition = (type: string, reason: string, message: string) => ({
    type,
    status: 'True',
    lastTransitionTime,
    reason,
    message,
  });
  return {
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    acceptedNames: withNameDefaults(spec.names),
    storedVersions: spec.versions.filter(({ storage }) => storage).map(({ name }) => name),
  };
}

const scopes = ['Cluster', 'Namespaced'];

function validate(definition: CustomResourceDefinition): readonly FieldError[] {
  const { metadata, spec } = definition;
  const storageVersions = spec.versions.filter(({ storage }) => storage);
  return [
    ...(metadata.name === `${spec.names.plural}.${spec.group}`
      ? []
      : [invalid('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group')]),
    ...(scopes.includes(spec.scope) ? [] : [notSupported('spec.scope', spec.scope, scopes)]),
    ...(storageVersions.length === 1
      ? []
      : [
          invalid(
            'spec.versions',
            spec.versions.map(({ name }) => name),
            'must have exactly one version marked as storage version',
          ),
        ]),
    ...(spec.conversion?.strategy === 'Webhook'
      ? [notSupported('spec.conversion.strategy', 'Webhook', ['None'])]
      : []),
    ...spec.versions.flatMap(({ schema }, index) => {
      const path = `${itemPath('spec.versions', index)}.schema.openAPIV3Schema`;
      const json = schema?.openAPIV3Schema;
      return json === undefined ? [required(path)] : checkStructural(json, path);
    }),
  ];
}
