import { type DurationMs, labelKeys } from '@kerf/core';
import type {
  DisruptionBudget,
  Labels,
  LaunchBlock,
  NodePool,
  NodePoolDisruption,
  NodePoolPause,
  NodePoolTemplate,
  NotReady,
  RequirementOperator,
  Taint,
} from '@kerf/engine';
import { type Amounts, toResourceList } from './amounts.js';

/** Returns a NodePool with on-demand capacity, without limits, with Karpenter's default budget. */
export function aNodePool(name = 'default'): NodePoolBuilder {
  return new NodePoolBuilder({
    name,
    weight: 0,
    replicas: null,
    notReady: null,
    template: {
      labels: {},
      annotations: {},
      taints: [],
      startupTaints: [],
      requirements: [],
      nodeClassName: 'default',
      expireAfterMs: 2_592_000_000,
      terminationGracePeriodMs: null,
    },
    disruption: {
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfterMs: 0,
      budgets: [],
    },
    limits: {},
    usage: {},
  })
    .requiring(labelKeys.capacityType, 'In', ['on-demand'])
    .withBudget('10%');
}

/** Builds a NodePool; each method returns a changed copy. */
export class NodePoolBuilder {
  readonly #draft: NodePool;

  constructor(draft: NodePool) {
    this.#draft = draft;
  }

  withWeight(weight: number): NodePoolBuilder {
    return this.with({ weight });
  }

  /** Replaces the requirement on a label. */
  requiring(
    key: string,
    operator: RequirementOperator,
    values: readonly string[] = [],
    minValues: number | null = null,
  ): NodePoolBuilder {
    const others = this.#draft.template.requirements.filter((item) => item.key !== key);
    return this.withTemplate({ requirements: [...others, { key, operator, values, minValues }] });
  }

  /** Allows every capacity type. */
  allowingAllCapacityTypes(): NodePoolBuilder {
    const { requirements } = this.#draft.template;
    return this.withTemplate({
      requirements: requirements.filter(({ key }) => key !== labelKeys.capacityType),
    });
  }

  labelled(labels: Labels): NodePoolBuilder {
    return this.withTemplate({ labels });
  }

  tainted(...taints: readonly Taint[]): NodePoolBuilder {
    return this.withTemplate({ taints });
  }

  taintedAtStartup(...startupTaints: readonly Taint[]): NodePoolBuilder {
    return this.withTemplate({ startupTaints });
  }

  limitedTo(limits: Amounts, usage: Amounts = {}): NodePoolBuilder {
    return this.with({ limits: toResourceList(limits), usage: toResourceList(usage) });
  }

  withReplicas(replicas: number): NodePoolBuilder {
    return this.with({ replicas });
  }

  /** Sets that its NodeClass is not ready. */
  notReady(detail: string, changes: Partial<NotReady> = {}): NodePoolBuilder {
    return this.with({
      notReady: { cause: 'NodeClassNotReady', detail, field: null, ...changes },
    });
  }

  /** Sets that a field of its manifest cannot be read; it still launches nodes. */
  unreadableAt(field: string, detail: string): NodePoolBuilder {
    return this.with({ unreadable: { field, detail } });
  }

  /** Sets a brake that stops its launches. */
  blockedBy(launchBlock: LaunchBlock): NodePoolBuilder {
    return this.with({ launchBlock });
  }

  /** Sets the pauses in force. */
  pausedBy(...pauses: readonly NodePoolPause[]): NodePoolBuilder {
    return this.with({ pauses });
  }

  /** Limits what its nodes may cost, in micro-USD per hour; pools with one id share the limit. */
  limitedToSpend(
    limitMicroUsdPerHour: number,
    spendMicroUsdPerHour = 0,
    limitId = 'spl_1',
  ): NodePoolBuilder {
    const limit = {
      limitId,
      scope: 'NodePool',
      limitMicroUsdPerHour,
      spendMicroUsdPerHour,
    } as const;
    return this.with({ spendLimits: [limit] });
  }

  /** `null`: never. */
  consolidatingAfter(consolidateAfterMs: DurationMs | null): NodePoolBuilder {
    return this.withDisruption({ consolidateAfterMs });
  }

  /** Replaces the budgets by one, such as `10%` or `3`. */
  withBudget(nodes: string, changes: Partial<DisruptionBudget> = {}): NodePoolBuilder {
    return this.withDisruption({ budgets: [aBudget(nodes, changes)] });
  }

  andBudget(nodes: string, changes: Partial<DisruptionBudget> = {}): NodePoolBuilder {
    const { budgets } = this.#draft.disruption;
    return this.withDisruption({
      budgets: [...budgets, aBudget(nodes, { index: budgets.length, ...changes })],
    });
  }

  withTemplate(changes: Partial<NodePoolTemplate>): NodePoolBuilder {
    return this.with({ template: { ...this.#draft.template, ...changes } });
  }

  withDisruption(changes: Partial<NodePoolDisruption>): NodePoolBuilder {
    return this.with({ disruption: { ...this.#draft.disruption, ...changes } });
  }

  with(changes: Partial<NodePool>): NodePoolBuilder {
    return new NodePoolBuilder({ ...this.#draft, ...changes });
  }

  build(): NodePool {
    return this.#draft;
  }
}

function aBudget(nodes: string, changes: Partial<DisruptionBudget>): DisruptionBudget {
  const value = Number.parseInt(nodes, 10);
  return {
    max: { kind: nodes.endsWith('%') ? 'Percent' : 'Count', value },
    reasons: [],
    state: 'Active',
    changesAt: null,
    index: 0,
    ...changes,
  };
}
