import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageQuery } from '../../rest/paging.js';
import { components, whole } from '../../rest/wire.js';
import { clusterPath, ofClusterQuery } from '../cluster/cluster.operations.js';
import {
  appliedManifestsResource,
  nodeClassPage,
  nodeClassResource,
  nodePoolPage,
  nodePoolResource,
} from './definition.resource.js';

const text = z.string();
const path = z.object({ id: text });
const query = z.strictObject({ ...pageQuery, ...ofClusterQuery });

export const variantChoices = z
  .array(z.strictObject({ index: whole, label: text }))
  .optional()
  .meta({ description: 'For refused documents with variants: which to take' });

const applyBody = z
  .strictObject({
    manifests: text.meta({ description: 'YAML or JSON, several documents, at most 256 KiB' }),
    variants: variantChoices,
  })
  .register(components, { id: 'ApplyManifests' });

export const definitionOperations = {
  listNodePools: {
    id: 'listNodePools',
    summary: 'NodePools, by cluster and name',
    query,
    answer: nodePoolPage,
  },
  getNodePool: { id: 'getNodePool', summary: 'One NodePool', path, answer: nodePoolResource },
  deleteNodePool: {
    id: 'deleteNodePool',
    summary: 'Deletes a NodePool that Kerf owns',
    path,
    status: 204,
    needsVersion: true,
  },
  listNodeClasses: {
    id: 'listNodeClasses',
    summary: 'EC2NodeClasses, by cluster and name',
    query,
    answer: nodeClassPage,
  },
  getNodeClass: {
    id: 'getNodeClass',
    summary: 'One EC2NodeClass',
    path,
    answer: nodeClassResource,
  },
  deleteNodeClass: {
    id: 'deleteNodeClass',
    summary: 'Deletes an EC2NodeClass that Kerf owns',
    path,
    status: 204,
    needsVersion: true,
  },
  apply: {
    id: 'applyManifests',
    summary: 'Reads NodePool and EC2NodeClass manifests and saves them all, or none',
    path: clusterPath,
    query: z.strictObject({
      dryRun: z.stringbool().default(false).meta({ description: 'Only read; save nothing' }),
      replacePlaceholders: z
        .stringbool()
        .default(false)
        .meta({ description: 'Replace `${CLUSTER_NAME}` and the like' }),
      defaultNodeClass: text.optional().meta({ description: 'For pools that name no node class' }),
    }),
    body: applyBody,
    takesYaml: true,
    answer: appliedManifestsResource,
    takesKey: true,
  },
} as const satisfies Record<string, OperationSpec>;
