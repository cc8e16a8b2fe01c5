import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { bodyOf, list, manifestText, text } from '../../rest/wire.js';
import { variantChoices } from '../definition/definition.contract.js';
import { findingResource } from '../definition/definition.resource.js';

const convertBody = bodyOf('ConvertManifests', {
  manifests: manifestText.meta({
    description: 'YAML or JSON, several documents, at most 256 KiB',
  }),
  variants: variantChoices,
});

const convertedResource = componentOf('ConvertedManifests', {
  documents: list(resourceOf('ConvertedDocument', { findings: list(findingResource) })),
  text: text.meta({
    description: 'All documents as v1 YAML for `kubectl apply -f`, with their notes as comments',
  }),
});

export const conversionOperations = {
  convert: {
    id: 'convertManifests',
    summary: 'Converts NodePool and EC2NodeClass manifests from v1beta1 to v1 without saving them',
    query: z.strictObject({
      cluster: text.optional().meta({ description: 'ID or name of the target cluster' }),
      replacePlaceholders: z.stringbool().default(false).meta({
        description: 'Replace placeholders such as `${CLUSTER_NAME}`; requires `cluster`',
      }),
      defaultNodeClass: text
        .optional()
        .meta({ description: 'EC2NodeClass for NodePools that do not reference one' }),
    }),
    body: convertBody,
    takesYaml: 'manifests',
    changesNothing: true,
    answer: convertedResource,
  },
} as const satisfies Record<string, OperationSpec>;
