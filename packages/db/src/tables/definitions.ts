import {
  type DefinitionRefusal,
  type DefinitionRevision,
  type DefinitionSource,
  definitionKinds,
  type NodeClassDefinition,
  type NodePoolDefinition,
} from '@kerf/application';
import { z } from 'zod';
import {
  nodeClassResolution,
  nodeClassSpec,
  nodePoolSpec,
  revisionFindings,
  revisionSpec,
} from '../json/formats.js';
import { instant, integer, json, jsonIfReadable, text, word } from './columns.js';
import { identifiedBy, none, table } from './table.js';

const sources = ['Api', 'Cluster'] as const satisfies readonly DefinitionSource[];
const extents = [
  'Disruption',
  'Everything',
] as const satisfies readonly DefinitionRefusal['extent'][];

/** Columns of NodePools and EC2NodeClasses. */
const fixed = { id: text, clusterId: text, name: text, createdAt: instant, version: integer };
const changing = {
  source: word(sources),
  revision: integer,
  driftHash: text,
  deletionRequestedAt: instant.nullable(),
  objectGeneration: integer.nullable(),
  updatedAt: instant,
};

export const nodePools = table({
  name: 'node_pools',
  identity: identifiedBy('NodePool', 'name'),
  fixed,
  changing: { ...changing, spec: json(nodePoolSpec) },
  unread: none,
  toRow: (definition: NodePoolDefinition) => definition,
  fromRow: (row): NodePoolDefinition => ({ ...row, kind: 'NodePool' }),
});

export const nodeClasses = table({
  name: 'node_classes',
  identity: identifiedBy('EC2NodeClass', 'name'),
  // An unreadable resolution is resolved again.
  fixed: { ...fixed, resolution: jsonIfReadable(nodeClassResolution) },
  changing: { ...changing, spec: json(nodeClassSpec) },
  unread: none,
  toRow: (definition: NodeClassDefinition) => definition,
  fromRow: (row): NodeClassDefinition => ({ ...row, kind: 'EC2NodeClass' }),
});

/** A saved revision, with its definition. */
interface RevisionOfDefinition extends DefinitionRevision {
  readonly definitionId: string;
  readonly clusterId: string;
}

export const definitionRevisions = table({
  name: 'definition_revisions',
  identity: z
    .object({ definitionId: text, clusterId: text, revision: integer })
    .transform(({ definitionId, clusterId, revision }) => ({
      clusterId,
      object: `Definition/${definitionId} (revision ${revision})`,
    })),
  fixed: {
    definitionId: text,
    clusterId: text,
    revision: integer,
    spec: json(revisionSpec),
    findings: json(revisionFindings),
    savedAt: instant,
    savedBy: text,
  },
  changing: {},
  unread: none,
  toRow: (revision: RevisionOfDefinition) => revision,
  fromRow: (row): RevisionOfDefinition => row,
});

const refusalKey = { clusterId: text, kind: word(definitionKinds), name: text };

export const definitionRefusals = table({
  name: 'definition_refusals',
  identity: identifiedBy('Refusal', 'kind', 'name'),
  key: refusalKey,
  fixed: refusalKey,
  changing: {
    generation: integer.nullable(),
    extent: word(extents),
    field: text,
    message: text,
    refusedAt: instant,
  },
  unread: none,
  toRow: (refusal: DefinitionRefusal) => refusal,
  fromRow: (row): DefinitionRefusal => row,
});
