import type { ExpectedPods, ObservedPodController, ObservedResourceQuota } from '@kerf/application';
import type { ResourceList } from '@kerf/engine';
import type { ObjectTable } from './object-table.js';
import { controllerKeyOf, type PodIndex } from './pod-index.js';
import type { PodRecord } from './pod-record.js';

/** Views of the pods that controllers have not created yet. */
export class ExpectedPodViews {
  readonly #controllers: readonly ObjectTable<ObservedPodController>[];
  readonly #quotas: ObjectTable<ObservedResourceQuota>;
  readonly #pods: PodIndex;

  #list: readonly ExpectedPods[] | null = null;

  constructor(
    controllers: readonly ObjectTable<ObservedPodController>[],
    quotas: ObjectTable<ObservedResourceQuota>,
    pods: PodIndex,
  ) {
    this.#controllers = controllers;
    this.#quotas = quotas;
    this.#pods = pods;
  }

  touch(): void {
    this.#list = null;
  }

  all(): readonly ExpectedPods[] {
    this.#list ??= Object.freeze(this.#expected());
    return this.#list;
  }

  /** Whether the pod's controller is watched. */
  isAnnounced(pod: PodRecord): boolean {
    const name = `${pod.spec.namespace}/${pod.ownerName}`;
    return (
      controllerKeyOf(pod) !== null &&
      this.#controllers.some((table) => table.get(name)?.kind === pod.ownerKind)
    );
  }

  #expected(): ExpectedPods[] {
    const left = this.#quotas.list().map((quota) => ({ ...quota, left: { ...quota.left } }));
    return this.#controllers.flatMap((table) =>
      table.list().flatMap((controller) => {
        const expected = this.#expectedOf(controller);
        if (expected === null) return [];
        const quotas = left.filter(({ namespace }) => namespace === controller.namespace);
        const count = take(quotas, expected);
        return count === 0 ? [] : [Object.freeze({ ...expected, count })];
      }),
    );
  }

  #expectedOf(controller: ObservedPodController): ExpectedPods | null {
    const { kind, namespace, name, wanted, atOnce } = controller;
    const pods = this.#pods.byController.get(`${kind} ${namespace}/${name}`);
    const count = Math.min(wanted - pods.size, atOnce);
    if (count <= 0) return null;
    const [known] = pods;
    // A missing pod of a controller with volumes has its own volumes, whose zone is unknown.
    if (known === undefined || known.volumeClaims.length > 0) return null;
    return {
      ownerKind: kind,
      ownerName: name,
      wanted,
      existing: pods.size,
      count,
      spec: known.spec,
    };
  }
}

/** Takes pods from the quotas of their namespace. @returns how many of them the quotas allow */
function take(
  quotas: readonly { readonly left: Record<string, number> }[],
  { count, spec }: Pick<ExpectedPods, 'count' | 'spec'>,
): number {
  const limited = quotas.flatMap(({ left }) =>
    requested(spec.requests).flatMap(([resource, amount]) => {
      const rest = left[resource];
      return rest === undefined ? [] : [Math.floor(rest / amount)];
    }),
  );
  const taken = Math.min(count, ...limited);
  for (const { left } of quotas) {
    for (const [resource, amount] of requested(spec.requests)) {
      const rest = left[resource];
      if (rest !== undefined) left[resource] = rest - taken * amount;
    }
  }
  return taken;
}

const requested = (requests: ResourceList): readonly (readonly [string, number])[] =>
  Object.entries(requests).filter(([, amount]) => amount > 0);
