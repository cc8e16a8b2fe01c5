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
    expectedVersions: z
      .array(
        z.strictObject({
          index: whole.meta({ description: 'Position of the document in the text, from 0' }),
          expectedVersion: whole.meta({
            description: 'The `version` that was read; 0: there must be no such definition yet',
          }),
        }),
      )
      .optional()
      .meta({ description: 'Versions that stored definitions must have; left out, any' }),
  })
  .register(components, { id: 'ApplyManifests' });

const manifestBody = z
  .strictObject({
    manifest: text.meta({ description: 'One document, YAML or JSON, at most 256 KiB' }),
  })
  .register(components, { id: 'DefinitionManifest' });

const readingQuery = {
  replacePlaceholders: z
    .stringbool()
    .default(false)
    .meta({ description: 'Replace `${CLUSTER_NAME}` and the like' }),
  defaultNodeClass: text.optional().meta({ description: 'For pools that name no node class' }),
};
const createQuery = z.strictObject({
  cluster: text.meta({ description: 'Id or name of the cluster' }),
  ...readingQuery,
});
const replaceQuery = z.strictObject(readingQuery);

const applyDescription = `Works like \`kubectl apply\` for a set of files: a document whose kind and name are new is created, any
other replaces what is stored. All documents are saved in one transaction, or none.

* A document without an entry in \`expectedVersions\` replaces what is stored, whoever saved it; the
  answer names the version that it replaced (\`currentVersion\`) and shows it (\`currentManifest\`), and
  the definition's history keeps it.
* With an entry, the stored definition must have that version: else nothing is saved, and the answer
  is 412, or 409 where \`expectedVersion\` is 0 and the definition exists.
* Of two requests that write the same definition at the same time, one is saved and the other is
  answered 409: read again, and send it once more.
* \`metadata.resourceVersion\` belongs to the cluster's object and is ignored.

The status is 201 when a definition was created, with \`Location\` where the text holds that one
document only. To change one definition that was read, send \`PUT\` with \`If-Match\` to its own path.`;

const replaceDescription = `The manifest replaces the whole definition. \`If-Match\` takes the \`ETag\` that was read, a list of
them, or \`*\` for any version. Only the version in an ETag is compared: usage and prices, which
change without it, do not count, nor does a look-up of what an EC2NodeClass selects. 412 means that
the definition was changed since it was read.`;

export const definitionOperations = {
  listNodePools: {
    id: 'listNodePools',
    summary: 'NodePools, by cluster and name',
    query,
    answer: nodePoolPage,
  },
  getNodePool: { id: 'getNodePool', summary: 'One NodePool', path, answer: nodePoolResource },
  createNodePool: {
    id: 'createNodePool',
    summary: 'Creates a NodePool; 409 when the cluster has one of that name',
    query: createQuery,
    body: manifestBody,
    takesYaml: 'manifest',
    answer: nodePoolResource,
    status: 201,
    takesKey: true,
  },
  replaceNodePool: {
    id: 'replaceNodePool',
    summary: 'Replaces a NodePool that Kerf owns',
    description: replaceDescription,
    path,
    query: replaceQuery,
    body: manifestBody,
    takesYaml: 'manifest',
    answer: nodePoolResource,
    needsVersion: true,
  },
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
  createNodeClass: {
    id: 'createNodeClass',
    summary: 'Creates an EC2NodeClass; 409 when the cluster has one of that name',
    query: createQuery,
    body: manifestBody,
    takesYaml: 'manifest',
    answer: nodeClassResource,
    status: 201,
    takesKey: true,
  },
  replaceNodeClass: {
    id: 'replaceNodeClass',
    summary: 'Replaces an EC2NodeClass that Kerf owns',
    description: replaceDescription,
    path,
    query: replaceQuery,
    body: manifestBody,
    takesYaml: 'manifest',
    answer: nodeClassResource,
    needsVersion: true,
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
    description: applyDescription,
    path: clusterPath,
    query: z.strictObject({
      dryRun: z.stringbool().default(false).meta({ description: 'Only read; save nothing' }),
      ...readingQuery,
    }),
    body: applyBody,
    takesYaml: 'manifests',
    answer: appliedManifestsResource,
    mayCreate: true,
    takesKey: true,
  },
} as const satisfies Record<string, OperationSpec>;
