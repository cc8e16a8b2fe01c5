import type { FoundObject } from '@kerf/db';
import { z } from 'zod';
import { badInput } from '../../contract/public-error.js';
import type { QuerySearchArgs, SearchResult } from '../../generated/schema-types.js';
import type { OperationSpec } from '../../rest/operation.js';
import { rowsUpTo } from '../../rest/paging.js';
import { componentOf } from '../../rest/resource-of.js';
import { components, list } from '../../rest/wire.js';
import { pathOf } from './path-of.js';

export const toSearchResult = (found: FoundObject): SearchResult => {
  const { kind, match, id, name, clusterId, clusterName, namespace } = found;
  return {
    kind,
    match,
    title: name,
    subtitle: subtitleOf(found),
    path: pathOf(found),
    id,
    clusterId,
    clusterName,
    namespace,
  };
};

/** A cluster is in a region; other objects are in a cluster. */
function subtitleOf({ kind, detail, namespace, clusterName }: FoundObject): string {
  const place = kind === 'Cluster' ? detail : clusterName;
  const what = [kind === 'Cluster' ? null : detail, namespace].filter((part) => part !== null);
  if (place === null) return '';
  return what.length === 0 ? `in ${place}` : `${what.join(', ')} in ${place}`;
}

const searchResultsResource = z
  .object({ items: list(componentOf('SearchResult', {})) })
  .register(components, { id: 'SearchResults' });

/** A namespace and the name of a pod have 63 and 253 characters at most. */
const longestText = 63 + '/'.length + 253;
const mostObjects = 50;
const usualObjects = 20;

/** @throws INPUT.INVALID for a text or a number out of range, as the schema of REST does */
export function readSearch({ query, limit }: QuerySearchArgs): SearchRequest {
  const q = query.trim();
  if (q.length < 1 || q.length > longestText) {
    const message = `must have 1 to ${longestText} characters`;
    throw badInput(`query ${message}; it has ${q.length}.`, [{ path: 'query', message }]);
  }
  const most = limit ?? usualObjects;
  if (most < 1 || most > mostObjects) {
    const message = `must be 1 to ${mostObjects}`;
    throw badInput(`limit ${message}.`, [{ path: 'limit', message }]);
  }
  return { q, limit: most };
}

interface SearchRequest {
  readonly q: string;
  readonly limit: number;
}

export const searchOperations = {
  search: {
    id: 'search',
    summary: 'Objects whose name or ID is like a text, by kind, the best matches first',
    description:
      'At most five objects of each kind, and only those that the caller may see. An exact match comes before a name that begins with the text, a name with a word that begins with it, and, from three characters, a name that contains it.',
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(1)
        .max(longestText)
        .meta({
          description:
            'A name, `namespace/name` of a pod or its owner, an ID, also of an instance, or a part',
          examples: ['shop/web-0', 'i-0abc123def4567890'],
        }),
      limit: rowsUpTo(mostObjects)
        .default(usualObjects)
        .meta({ description: 'Number of objects at most' }),
    }),
    answer: searchResultsResource,
  },
} as const satisfies Record<string, OperationSpec>;
