import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { pageOf, pageQuery } from '../../rest/paging.js';
import { nameQuery } from '../../rest/whole-list.js';
import { bodyOf, dryRunQuery, idPath, manifestText, text, whole } from '../../rest/wire.js';
import { clusterPath, ofClusterQuery } from '../cluster/cluster.contract.js';
import {
  appliedManifestsResource,
  nodeClassOrReading,
  nodeClassResource,
  nodePoolOrReading,
  nodePoolResource,
} from './definition.resource.js';

const query = z.strictObject({ ...pageQuery, ...ofClusterQuery, ...nameQuery });

export const variantChoices = z
  .array(z.strictObject({ index: whole, label: text }))
  .optional()
  .meta({ description: 'Variants to use, for documents with several' });

const applyBody = bodyOf('ApplyManifests', {
  manifests: manifestText.meta({
    description: 'YAML or JSON, several documents, at most 256 KiB',
  }),
  variants: variantChoices,
  expectedVersions: z
    .array(
      z.strictObject({
        index: whole.meta({ description: 'Position of the document in the text, from 0' }),
        expectedVersion: whole.meta({
          description: 'The `version` that was read; 0 requires that the definition does not exist',
        }),
      }),
    )
    .optional()
    .meta({ description: 'Versions that stored definitions must have; any if absent' }),
});

const manifestBody = bodyOf('DefinitionManifest', {
  manifest: manifestText.meta({ description: 'One document, YAML or JSON, at most 256 KiB' }),
});

const readingQuery = {
  replacePlaceholders: z
    .stringbool()
    .default(false)
    .meta({ description: 'Replace placeholders such as `${CLUSTER_NAME}`' }),
  defaultNodeClass: text
    .optional()
    .meta({ description: 'EC2NodeClass for NodePools that do not reference one' }),
};
const createQuery = z.strictObject({
  cluster: text.meta({ description: 'ID or name of the cluster' }),
  ...dryRunQuery,
  ...readingQuery,
});
const replaceQuery = z.strictObject({ ...dryRunQuery, ...readingQuery });
const dryRunOnly = z.strictObject(dryRunQuery);

const applyDescription = `Works like \`kubectl apply\` for a set of files: a document with a new kind and name is created, any
other replaces the stored definition. One transaction saves all documents or none.

* A document without an entry in \`expectedVersions\` replaces any stored version. The response contains
  the replaced version (\`currentVersion\`) and manifest (\`currentManifest\`), and the definition's
  revisions keep it.
* With an entry, the stored definition must have that version. Otherwise nothing is saved, and the status
  is 412, or 409 if \`expectedVersion\` is 0 and the definition exists.
* If two requests write the same definition at the same time, one is saved and the other gets 409. Read
  the definition again, and repeat the request.
* \`metadata.resourceVersion\` belongs to the cluster's object and is ignored.

The status is 201 if a definition was created, with \`Location\` if the text contains only that document.
To change one definition that was read, send \`PUT\` with \`If-Match\` to its own path.`;

const replaceDescription = `The manifest replaces the whole definition. \`If-Match\` accepts the \`ETag\` that was read, a list of
ETags, or \`*\` for any version. Only the version in an ETag is compared; changes of usage, prices and
the resolution of an EC2NodeClass do not count. 412 means that the definition was changed since it was
read. With \`dryRun=All\` the response is what \`applyManifests\` returns: the manifest before and after,
findings, and the number of nodes that would drift.`;

const patchDescription = `The patch is applied to the manifest that \`manifest\` of the definition contains, so its paths begin with
\`/spec\`. The result is read and checked like the manifest of \`PUT\`; kind and name cannot be changed.
A JSON patch has at most 100 operations; if one does not fit, nothing is changed.`;

/** The operations of a kind. REST names EC2NodeClasses without the cloud. */
const operationsOf = <
  const Kind extends 'NodePool' | 'NodeClass',
  Resource extends z.ZodType,
  OrReading extends z.ZodType,
>(
  kind: Kind,
  { a, resource, orReading }: { a: string; resource: Resource; orReading: OrReading },
) => {
  const writing = {
    path: idPath,
    query: replaceQuery,
    answer: orReading,
    needsVersion: true,
  } as const;
  const [, name] = a.split(' ');
  return {
    get: { id: `get${kind}`, summary: `One ${name}`, path: idPath, answer: resource },
    create: {
      id: `create${kind}`,
      summary: `Creates ${a}; 409 if the name exists in the cluster`,
      query: createQuery,
      body: manifestBody,
      takesYaml: 'manifest',
      answer: orReading,
      mayCreate: true,
      takesKey: true,
    },
    replace: {
      id: `replace${kind}`,
      summary: `Replaces ${a} with source API`,
      description: replaceDescription,
      ...writing,
      body: manifestBody,
      takesYaml: 'manifest',
    },
    patch: {
      id: `patch${kind}`,
      summary: `Changes parts of ${a} with source API`,
      description: patchDescription,
      ...writing,
      takesPatch: true,
    },
    remove: {
      id: `delete${kind}`,
      summary: `Deletes ${a} with source API`,
      path: idPath,
      query: dryRunOnly,
      status: 204,
      needsVersion: true,
    },
  } as const satisfies Record<string, OperationSpec>;
};

export const nodePoolOperations = {
  list: {
    id: 'listNodePools',
    topics: ['definition', 'nodes'],
    summary: 'NodePools, by cluster and name',
    query,
    answer: pageOf('NodePoolPage', nodePoolResource),
  },
  ...operationsOf('NodePool', {
    a: 'a NodePool',
    resource: nodePoolResource,
    orReading: nodePoolOrReading,
  }),
} as const satisfies Record<string, OperationSpec>;

export const nodeClassOperations = {
  list: {
    id: 'listNodeClasses',
    topics: ['definition'],
    summary: 'EC2NodeClasses, by cluster and name',
    query,
    answer: pageOf('NodeClassPage', nodeClassResource),
  },
  ...operationsOf('NodeClass', {
    a: 'an EC2NodeClass',
    resource: nodeClassResource,
    orReading: nodeClassOrReading,
  }),
} as const satisfies Record<string, OperationSpec>;

export const applyOperation = {
  id: 'applyManifests',
  summary: 'Reads NodePool and EC2NodeClass manifests and saves all of them or none',
  description: applyDescription,
  path: clusterPath,
  query: replaceQuery,
  body: applyBody,
  takesYaml: 'manifests',
  answer: appliedManifestsResource,
  mayCreate: true,
  takesKey: true,
} as const satisfies OperationSpec;
