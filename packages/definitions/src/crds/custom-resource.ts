import type { z } from 'zod';
import type { JsonObject } from '../text/json.js';
import { toStructuralSchema } from './structural-schema.js';

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'date' | 'integer';
  readonly jsonPath: string;
  readonly description?: string;
  /** 1: shown with `-o wide` only. */
  readonly priority?: 1;
}

export interface CustomResource {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  /** Default: `v1`. */
  readonly version?: string;
  readonly isNamespaced?: true;
  readonly description: string;
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
  readonly columns: readonly PrinterColumn[];
  readonly scale?: { readonly specReplicasPath: string; readonly statusReplicasPath: string };
  /** True if the name is not used as a label value, so it may be as long as object names. */
  readonly hasLongName?: true;
}

/** Label values are shorter than object names. */
const nameRule = {
  rule: 'self.metadata.name.size() <= 63',
  message: 'the name must have at most 63 characters',
};

/** Returns the CustomResourceDefinition of a kind. */
export function toCustomResourceDefinition(resource: CustomResource): JsonObject {
  const { group, kind, plural, shortNames, scale, version = 'v1' } = resource;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: resource.isNamespaced === true ? 'Namespaced' : 'Cluster',
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        ...(group.startsWith('karpenter.') && { categories: ['karpenter'] }),
        ...(shortNames === undefined ? {} : { shortNames }),
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          additionalPrinterColumns: resource.columns,
          subresources: { status: {}, ...(scale === undefined ? {} : { scale }) },
          schema: { openAPIV3Schema: toRootSchema(resource) },
        },
      ],
    },
  };
}

function toRootSchema(resource: CustomResource): JsonObject {
  const { description, spec, status, hasLongName = false } = resource;
  return {
    description,
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: toStructuralSchema(spec),
      status: toStructuralSchema(status),
    },
    ...(!hasLongName && { 'x-kubernetes-validations': [nameRule] }),
  };
}
