import type { ClusterView } from '../ports/cluster-cache.js';
import type { ChangeNotice } from '../ports/store.js';
import { isSameView } from './is-same-view.js';

/** Topics that the holder of a cluster writes itself, from its cluster cache. */
const publishedTopics: ReadonlySet<string> = new Set<ChangeNotice['topic']>([
  'nodes',
  'pods',
  'sync',
]);

/** Returns true if a notice is about records that the work on its cluster may depend on. */
export const isOfRecords = ({ topic }: { readonly topic: string }): boolean =>
  !publishedTopics.has(topic);

/** Counts the changes of a cluster, so that work which depends on them can be requested after one. */
export class ClusterChanges {
  #records = 0;
  #views = 0;
  #view: ClusterView | null = null;

  /** Number of noticed changes of records. */
  get records(): number {
    return this.#records;
  }

  /** Number of times that another content of the cluster was seen. */
  get views(): number {
    return this.#views;
  }

  /** Counts a change of the database that was noticed. */
  markRecordsChanged(): void {
    this.#records += 1;
  }

  /**
   * Compares the view of the cluster with the last one.
   * @param view `null` while the cluster cache is not synced: what comes next counts as a change
   */
  setView(view: ClusterView | null): void {
    const isSame = view !== null && this.#view !== null && isSameView(this.#view, view);
    this.#view = view;
    if (view !== null && !isSame) this.#views += 1;
  }
}
