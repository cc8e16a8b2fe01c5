import {
  type AdmissionSpec,
  type ExpectedPods,
  isCountedBy,
  isOutsideLimitRanges,
  lacksAmountFor,
  limitsOf,
  type ObservedLimitRange,
  type ObservedPodController,
  type ObservedResourceQuota,
  podControllerKey,
  requestsOf,
  withLimitRangeDefaults,
} from '@kerf/application';
import type { Labels, PodSpec, ResourceList } from '@kerf/engine';
import type { ObjectTable } from './object-table.js';
import type { PodIndex } from './pod-index.js';
import type { PodRecord } from './pod-record.js';

/** A controller with its template as the spec that equal pods share. */
export interface PodControllerRecord extends Omit<ObservedPodController, 'template'> {
  readonly template: PodSpec | null;
}

export interface NamespaceRecord {
  readonly name: string;
  readonly labels: Labels;
  /** If true, the API server creates no pods in it. */
  readonly isBeingDeleted: boolean;
}

/** Facts besides the controllers that the pods of controllers depend on. */
interface ExpectedPodSources {
  readonly resourceQuotas: ObjectTable<ObservedResourceQuota>;
  readonly limitRanges: ObjectTable<ObservedLimitRange>;
  readonly namespaces: ObjectTable<NamespaceRecord>;
  readonly podIndex: PodIndex;
}

/** A quota, with what it leaves after the pods that were taken from it. */
type OpenQuota = ObservedResourceQuota & { readonly left: Record<string, number> };

/** Quotas and limits by which the API server checks pods of a namespace. */
interface AdmissionRules {
  readonly quotas: readonly OpenQuota[];
  readonly limitRanges: readonly ObservedLimitRange[];
}

const noRules: AdmissionRules = { quotas: [], limitRanges: [] };

/**
 * Views of the pods that controllers have not created yet. They are like the pods that their
 * controller has. A controller without pods is expected to create what its template says if
 * admission changes nothing in its namespace: pods of other controllers there equal their templates.
 */
export class ExpectedPodViews {
  readonly #controllers: readonly ObjectTable<PodControllerRecord>[];
  readonly #quotas: ObjectTable<ObservedResourceQuota>;
  readonly #limitRanges: ObjectTable<ObservedLimitRange>;
  readonly #namespaces: ObjectTable<NamespaceRecord>;
  readonly #pods: PodIndex;

  #list: readonly ExpectedPods[] | null = null;

  constructor(
    controllers: readonly ObjectTable<PodControllerRecord>[],
    { resourceQuotas, limitRanges, namespaces, podIndex }: ExpectedPodSources,
  ) {
    this.#controllers = controllers;
    this.#quotas = resourceQuotas;
    this.#limitRanges = limitRanges;
    this.#namespaces = namespaces;
    this.#pods = podIndex;
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
    return this.#controllers.some((table) => {
      const controller = table.get(name);
      return controller?.kind === pod.ownerKind && controller.wanted > 0;
    });
  }

  #expected(): ExpectedPods[] {
    const controllers = this.#controllers
      .flatMap((table) => table.list())
      .filter(({ wanted }) => wanted > 0);
    const lacking = controllers.filter(
      (one) =>
        this.#missingOf(one) > 0 && this.#namespaces.get(one.namespace)?.isBeingDeleted !== true,
    );
    if (lacking.length === 0) return [];
    const rules = this.#rulesByNamespace();
    const unchanged = this.#unchangedNamespaces(controllers);
    return lacking.flatMap((controller) => {
      const expected = this.#expectedOf(controller, unchanged);
      if (expected === null) return [];
      const count = admit(controller, expected, rules.get(controller.namespace) ?? noRules);
      return count === 0 ? [] : [Object.freeze({ ...expected, count })];
    });
  }

  /** Returns the rules of each namespace that has some; the caller may take from the quotas. */
  #rulesByNamespace(): ReadonlyMap<string, AdmissionRules> {
    const ranges = Map.groupBy(this.#limitRanges.list(), ({ namespace }) => namespace);
    const quotas = Map.groupBy(this.#quotas.list(), ({ namespace }) => namespace);
    return new Map(
      [...new Set([...ranges.keys(), ...quotas.keys()])].map((namespace) => [
        namespace,
        {
          quotas: (quotas.get(namespace) ?? []).map((one) => ({ ...one, left: { ...one.left } })),
          limitRanges: ranges.get(namespace) ?? [],
        },
      ]),
    );
  }

  #expectedOf(
    controller: PodControllerRecord,
    unchanged: ReadonlySet<string>,
  ): ExpectedPods | null {
    const { kind, namespace, name, wanted, template } = controller;
    const pods = this.#podsOf(controller);
    const count = this.#missingOf(controller);
    const [known] = pods;
    const spec = known === undefined ? template : specOfNext(known);
    if (spec === null || this.#isHeldBack(controller)) return null;
    if (known === undefined && !unchanged.has(namespace)) return null;
    return { ownerKind: kind, ownerName: name, wanted, existing: pods.size, count, spec };
  }

  /**
   * Returns how many pods a controller may create now; 0 or less if none. One that creates one pod
   * at a time waits for the successor of a terminating pod first. One that got no more pods than it
   * has creates none, as far as is known, until another one of its pods shows that it does again.
   */
  #missingOf(controller: PodControllerRecord): number {
    const { wanted, atOnce, reportedActive, hasTried, replacesTerminating } = controller;
    const active = this.#podsOf(controller).size;
    if (hasTried && active <= reportedActive) return 0;
    const held = replacesTerminating ? 0 : this.#pods.terminating.get(keyOf(controller)).size;
    return Math.min(wanted - Math.max(active + held, reportedActive), atOnce - held);
  }

  /** Returns the namespaces in which pods equal the templates of their controllers, without exception. */
  #unchangedNamespaces(controllers: readonly PodControllerRecord[]): ReadonlySet<string> {
    const unchanged = new Set<string>();
    const changed = new Set<string>();
    for (const controller of controllers) {
      const [known] = this.#podsOf(controller);
      if (this.#isHeldBack(controller)) changed.add(controller.namespace);
      if (known === undefined || controller.template === null || controller.isIndexed) continue;
      (known.spec === controller.template ? unchanged : changed).add(controller.namespace);
    }
    return new Set([...unchanged].filter((namespace) => !changed.has(namespace)));
  }

  /**
   * Returns true if something other than the default scheduler decides when the controller's pods may
   * run. Their template does not say so, so admission did, and will for the next pods: gates can only
   * be set when a pod is created.
   */
  #isHeldBack(controller: PodControllerRecord): boolean {
    return this.#pods.heldBack.get(keyOf(controller)).size > 0;
  }

  #podsOf(controller: PodControllerRecord): ReadonlySet<PodRecord> {
    return this.#pods.byController.get(keyOf(controller));
  }
}

function keyOf({ kind, namespace, name }: PodControllerRecord): string {
  return podControllerKey(kind, namespace, name);
}

/**
 * Returns the spec of a controller's next pod; `null` if its volumes, whose zone is unknown, or its
 * devices are its own.
 */
function specOfNext(known: PodRecord): PodSpec | null {
  return known.volumeClaims.length + known.deviceClaims.length > 0 ? null : known.spec;
}

/**
 * Takes pods from the quotas of their namespace, as far as the API server accepts them.
 * @returns how many it accepts
 */
function admit(
  { admission }: PodControllerRecord,
  { count, spec }: Pick<ExpectedPods, 'count' | 'spec'>,
  { quotas, limitRanges }: AdmissionRules,
): number {
  if (quotas.length + limitRanges.length === 0) return count;
  const completed = withLimitRangeDefaults(admission, limitRanges);
  const counting = quotas.filter((quota) => isCountedBy(completed, quota));
  const isKnown = isAsCompleted(completed, spec);
  const isRefused =
    isKnown &&
    (isOutsideLimitRanges(completed, limitRanges) ||
      counting.some((quota) => lacksAmountFor(completed, quota)));
  if (isRefused) return 0;
  const limits = isKnown ? limitsOf(completed) : {};
  return take(counting, count, [...amounts(spec.requests), ...amounts(limits, 'limits.')]);
}

/** Returns false if something other than the API server itself changes what the pods request. */
function isAsCompleted(
  completed: AdmissionSpec,
  { requests: { pods: _, ...found } }: PodSpec,
): boolean {
  const expected = requestsOf(completed);
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].every((name) => expected[name] === found[name]);
}

type NamedAmount = readonly [resource: string, amount: number];

const amounts = (list: ResourceList, prefix = ''): readonly NamedAmount[] =>
  Object.entries(list)
    .filter(([, amount]) => amount > 0)
    .map(([resource, amount]) => [`${prefix}${resource}`, amount]);

/** Takes pods with these amounts each. @returns how many of them the quotas allow */
function take(quotas: readonly OpenQuota[], count: number, ofEach: readonly NamedAmount[]): number {
  const allowed = quotas.flatMap(({ left }) =>
    ofEach.flatMap(([resource, amount]) => {
      const rest = left[resource];
      return rest === undefined ? [] : [Math.floor(rest / amount)];
    }),
  );
  const taken = Math.min(count, ...allowed);
  for (const { left } of quotas) {
    for (const [resource, amount] of ofEach) {
      const rest = left[resource];
      if (rest !== undefined) left[resource] = rest - taken * amount;
    }
  }
  return taken;
}
