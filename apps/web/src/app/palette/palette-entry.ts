import type { SearchKind, SearchQuery } from '../../gql/graphql.js';
import { containsText } from '../../lib/format/contains-text.js';

/** A line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly run: () => void;
  /** Set for an entry that shows something in place of the palette. */
  readonly keepsOpen?: true;
}

/** Lines under a heading. */
export interface PaletteGroup {
  readonly label: string;
  readonly entries: readonly PaletteEntry[];
}

type Result = SearchQuery['search'][number];

const kindLabels: Readonly<Record<SearchKind, string>> = {
  CLUSTER: 'Clusters',
  NODE: 'Nodes',
  NODE_CLAIM: 'NodeClaims',
  OWNER: 'Owners of pods',
  POD: 'Pods',
  NODE_POOL: 'NodePools',
  NODE_CLASS: 'EC2NodeClasses',
  DECISION: 'Decisions',
  USER: 'Users',
  UNKNOWN: 'Other objects',
};

/** Returns the results by kind, in the order of the API. */
export const toResultGroups = (
  results: readonly Result[],
  open: (path: string) => void,
): readonly PaletteGroup[] =>
  [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, found]) => ({
    label: kindLabels[kind],
    entries: found.map(({ title, subtitle, path }) => ({
      id: `${kind} ${path} ${title}`,
      title,
      subtitle,
      run: () => open(path),
    })),
  }));

/** Returns the entries whose title contains the text, without the groups that have none. */
export const withText = (groups: readonly PaletteGroup[], text: string): readonly PaletteGroup[] =>
  groups
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ title }) => containsText(title, text)),
    }))
    .filter(({ entries }) => entries.length > 0);
