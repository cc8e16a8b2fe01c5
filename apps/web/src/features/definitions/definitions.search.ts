import * as z from 'zod/mini';
import { searchChoice, searchText } from '../../lib/browser/search-schema.js';

/** The URL parameters of both lists, NodePools and EC2NodeClasses. */
export const definitionsSearch = z.object({
  cluster: searchText,
  q: searchText,
  sort: searchText,
  /** The open row: `cluster/name`, so that a link can be written by hand. */
  open: searchText,
  view: searchChoice(['manifest', 'revisions']),
});

export type DefinitionsSearch = z.infer<typeof definitionsSearch>;

export const applySearch = z.object({
  cluster: searchText,
  /** A definition to start from: `NodePool/name` or `EC2NodeClass/name`. */
  edit: searchText,
  /** Manifests of the project to start from. */
  example: searchChoice(['exercise']),
  /** The field to select in the editor, e.g. `spec.limits.cpu`. */
  field: searchText,
});
