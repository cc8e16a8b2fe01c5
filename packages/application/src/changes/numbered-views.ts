import type { ClusterView } from '../ports/cluster-cache.js';

type Content = Omit<ClusterView, 'revision'>;

/** Lists that the statuses of objects are published from. */
export const shownLists = [
  'capacityBuffers',
  'nodeClassObjects',
  'nodeClaimConditions',
  'nodeClaimNames',
  'nodeOverlays',
  'unreadableKinds',
] as const satisfies readonly (keyof Content)[];

/** Never repeated, so that no two caches of a process have the same number for other contents. */
let last = 0;

/**
 * Numbers the views of a cluster cache: views of the same content have the same number, whatever their
 * times are. All fields of a view are compared, so one that is added counts.
 */
export class NumberedViews {
  #last: Content | null = null;
  #revision: ClusterView['revision'] = Object.freeze({ all: 0, shown: 0 });

  number(content: Content): ClusterView {
    const before = this.#last;
    this.#last = content;
    if (before === null || !isSameView(before, content)) {
      last += 1;
      const isShownSame =
        before !== null && shownLists.every((list) => isSameList(before[list], content[list]));
      const shown = isShownSame ? this.#revision.shown : last;
      this.#revision = Object.freeze({ all: last, shown });
    }
    return { ...content, revision: this.#revision };
  }
}

function isSameView(a: Content, b: Content): boolean {
  const { asOf: _before, controllers: controllersBefore, ...before } = a;
  const { asOf: _now, controllers, ...now } = b;
  return areSameLists(before, now) && areSameLists({ ...controllersBefore }, { ...controllers });
}

function areSameLists(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys({ ...a, ...b }).every((name) => isSameList(a[name], b[name]));
}

/**
 * Lists of the cluster cache and their items keep their identity until their content changes, so this
 * takes time that grows with a list only when the list is another one.
 */
function isSameList(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
