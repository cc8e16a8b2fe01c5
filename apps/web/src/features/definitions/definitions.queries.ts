import { queryOptions } from '@tanstack/react-query';
import {
  ApplyManifestsDocument,
  type ApplyManifestsInput,
  ConvertManifestsDocument,
  type ConvertManifestsInput,
  DeleteDefinitionDocument,
  type DeleteDefinitionInput,
  NodeClassDetailsDocument,
  NodeClassesDocument,
  NodePoolDetailsDocument,
  NodePoolsDocument,
  RefusedDefinitionsDocument,
} from '../../gql/graphql.js';
import { request } from '../../lib/api/graphql-client.js';
import { readAllPages } from '../../lib/api/paged-rows.js';
import { toRefusedDefinitions } from './to-refused-definitions.js';

export const nodePoolsQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['node-pools', clusterId ?? null],
    queryFn: async ({ signal }) => {
      const pages = await readAllPages(async (after) => {
        const variables = { clusterId: clusterId ?? null, after };
        return (await request(NodePoolsDocument, variables, signal)).nodePools;
      });
      return { asOf: pages[0].asOf, nodePools: pages.flatMap((page) => page.nodes) };
    },
    meta: { topics: ['DEFINITION', 'NODES'], clusterId },
  });

/** The refused objects of all clusters, with what is unreadable and how to fix it. */
export const refusedDefinitionsQuery = queryOptions({
  queryKey: ['refused-definitions'],
  queryFn: async ({ signal }) => {
    const pages = await readAllPages(
      async (after) => (await request(RefusedDefinitionsDocument, { after }, signal)).clusters,
    );
    return pages.flatMap(({ nodes }) => nodes).flatMap(toRefusedDefinitions);
  },
  meta: { topics: ['DEFINITION', 'CLUSTER'] },
});

export const nodePoolQuery = (id: string) =>
  queryOptions({
    queryKey: ['node-pool', id],
    queryFn: async ({ signal }) =>
      (await request(NodePoolDetailsDocument, { id }, signal)).nodePool,
    meta: { topics: ['DEFINITION', 'NODES'] },
  });

export const nodeClassesQuery = (clusterId: string | undefined) =>
  queryOptions({
    queryKey: ['node-classes', clusterId ?? null],
    queryFn: async ({ signal }) => {
      const pages = await readAllPages(async (after) => {
        const variables = { clusterId: clusterId ?? null, after };
        return (await request(NodeClassesDocument, variables, signal)).nodeClasses;
      });
      return { asOf: pages[0].asOf, nodeClasses: pages.flatMap((page) => page.nodes) };
    },
    meta: { topics: ['DEFINITION', 'CATALOG'], clusterId },
  });

export const nodeClassQuery = (id: string) =>
  queryOptions({
    queryKey: ['node-class', id],
    queryFn: async ({ signal }) =>
      (await request(NodeClassDetailsDocument, { id }, signal)).nodeClass,
    meta: { topics: ['DEFINITION', 'CATALOG'] },
  });

export const applyManifests = async (input: ApplyManifestsInput, signal?: AbortSignal) =>
  (await request(ApplyManifestsDocument, { input }, signal)).applyManifests;

/** A dry run saves nothing, so it is a query; it compares with the stored definitions. */
export const dryRunQuery = (input: Omit<ApplyManifestsInput, 'dryRun'>) =>
  queryOptions({
    queryKey: ['dry-run', input],
    queryFn: ({ signal }) => applyManifests({ ...input, dryRun: true }, signal),
    enabled: input.manifests.trim() !== '',
    refetchInterval: false,
    meta: { topics: ['DEFINITION'], clusterId: input.clusterId },
  });

export const convertManifests = async (input: ConvertManifestsInput) =>
  (await request(ConvertManifestsDocument, { input })).convertManifests;

export const deleteDefinition = async (input: DeleteDefinitionInput) =>
  (await request(DeleteDefinitionDocument, { input })).deleteDefinition;
