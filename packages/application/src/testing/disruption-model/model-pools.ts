import { type Instant, invariant } from '@kerf/core';
import type { DisruptionReason } from '@kerf/engine';
import type { Dice } from '@kerf/testing';
import { applyManifests } from '../../definitions/apply-manifests.js';
import { deleteDefinition } from '../../definitions/delete-definition.js';
import { ada, type ClusterSetup } from '../set-up-cluster.js';

interface Budget {
  readonly nodes: string;
  readonly reasons?: readonly DisruptionReason[];
  readonly schedule?: string;
  readonly duration?: string;
}

/** The settings of a NodePool that users of the model change. */
interface PoolSettings {
  readonly weight: number;
  /** A number makes the NodePool static. */
  readonly replicas: number | null;
  readonly limits: Readonly<Record<string, string>>;
  readonly consolidationPolicy: string;
  readonly consolidateAfter: string;
  readonly budgets: readonly Budget[];
  readonly capacityTypes: readonly string[];
  readonly expireAfter: string;
  readonly terminationGracePeriod: string | null;
}

/** The NodePools of the model; `spare` comes and goes, `fixed` is static. */
const poolNames = ['default', 'spare', 'fixed'] as const;
type PoolName = (typeof poolNames)[number];

/** Such budgets are in force in the first half of every ten minutes. */
const scheduled = { schedule: '*/10 * * * *', duration: '5m' } as const;
const periodMs = 10 * 60_000;

const budgetChoices: readonly (readonly Budget[])[] = [
  [{ nodes: '1' }],
  [{ nodes: '2' }],
  [{ nodes: '50%' }],
  [{ nodes: '100%' }],
  [{ nodes: '2' }, { nodes: '0', ...scheduled }],
  [{ nodes: '2' }, { nodes: '0', reasons: ['Drifted'] }],
  [
    { nodes: '1', reasons: ['Underutilized'] },
    { nodes: '2', reasons: ['Empty', 'Drifted'] },
  ],
  [{ nodes: '34%' }, { nodes: '1', reasons: ['Empty'], ...scheduled }],
];

/** The NodePools of the model, as its users apply, edit and delete them. */
export class ModelPools {
  readonly #setup: ClusterSetup;
  readonly #dice: Dice;
  readonly #settings = new Map<PoolName, PoolSettings>();

  constructor(setup: ClusterSetup, dice: Dice) {
    this.#setup = setup;
    this.#dice = dice;
  }

  /** Applies `default` and, sometimes, the others. */
  async start(): Promise<void> {
    const base: PoolSettings = {
      weight: 0,
      replicas: null,
      limits: {},
      consolidationPolicy: 'WhenEmptyOrUnderutilized',
      consolidateAfter: '3s',
      budgets: [{ nodes: '2' }],
      // Spot nodes are never replaced, only removed.
      capacityTypes: this.#dice.chance(0.7) ? ['on-demand'] : ['on-demand', 'spot'],
      expireAfter: '720h',
      terminationGracePeriod: null,
    };
    await this.#apply('default', base);
    if (this.#dice.chance(0.5)) await this.#apply('spare', { ...base, weight: 10 });
    if (this.#dice.chance(0.3)) {
      await this.#apply('fixed', { ...base, replicas: 1, limits: { nodes: '2' } });
    }
  }

  /** Changes what does not make nodes drift. */
  async edit(): Promise<void> {
    const dice = this.#dice;
    await this.#change(
      dice.pick([
        () => ({ budgets: dice.pick(budgetChoices) }),
        () => ({ consolidateAfter: dice.pick(['0s', '3s', '3s', '30s', 'Never']) }),
        () => ({
          consolidationPolicy: dice.pick(['WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced']),
        }),
        () => ({ limits: dice.pick([{}, { cpu: '8' }, { cpu: '16' }, { nodes: '3' }]) }),
        () => ({ weight: dice.between(1, 20) }),
      ])(),
    );
  }

  /** Changes the template, so that the nodes of the NodePool drift or are launched otherwise. */
  async editTemplate(): Promise<void> {
    const dice = this.#dice;
    await this.#change(
      dice.pick([
        () => ({ terminationGracePeriod: dice.pick([null, '2m', '10m']) }),
        () => ({ expireAfter: dice.pick(['720h', '20m', '2h']) }),
        () => ({ capacityTypes: dice.pick([['on-demand'], ['on-demand', 'spot']]) }),
      ])(),
    );
  }

  /** Changes the replicas of the static NodePool, which may be none. */
  async scale(): Promise<void> {
    const settings = this.#settings.get('fixed');
    if (settings !== undefined) {
      await this.#apply('fixed', { ...settings, replicas: this.#dice.between(0, 3) });
    }
  }

  /** Deletes `spare`, or applies it again. */
  async comeOrGo(): Promise<void> {
    const settings = this.#settings.get('default');
    invariant(settings !== undefined, 'there is a NodePool default');
    if (this.#settings.has('spare')) await this.#delete('spare');
    else await this.#apply('spare', { ...settings, weight: this.#dice.between(1, 20) });
  }

  /** Lets the NodePools be changed as Kerf plans, so that everything can come to rest. */
  async release(): Promise<void> {
    for (const [name, settings] of this.#settings) {
      await this.#apply(name, {
        ...settings,
        limits: {},
        budgets: [{ nodes: '2' }],
        consolidateAfter: '3s',
        consolidationPolicy: 'WhenEmptyOrUnderutilized',
        expireAfter: '720h',
      });
    }
  }

  /** Returns true if a NodePool of this name exists. */
  has(name: string): boolean {
    return poolNames.some((known) => known === name && this.#settings.has(known));
  }

  /** Returns how many of these nodes the budgets let be disrupted at a time for the reason. */
  mostDisrupted(
    pool: string,
    {
      reason,
      nodes,
      at,
    }: { readonly reason: string; readonly nodes: number; readonly at: Instant },
  ): number {
    const name = poolNames.find((known) => known === pool);
    const budgets = (name === undefined ? undefined : this.#settings.get(name))?.budgets ?? [];
    const inForce = budgets.filter(
      ({ reasons, schedule }) =>
        (reasons === undefined || reasons.some((one) => one === reason)) &&
        (schedule === undefined || at % periodMs < periodMs / 2),
    );
    const allowed = inForce.map(({ nodes: most }) =>
      most.endsWith('%') ? Math.ceil((nodes * Number.parseInt(most, 10)) / 100) : Number(most),
    );
    return Math.min(nodes, ...allowed);
  }

  async #change(changed: Partial<PoolSettings>): Promise<void> {
    const [name, settings] = this.#dice.pick([...this.#settings]);
    await this.#apply(name, { ...settings, ...changed });
  }

  async #apply(name: PoolName, settings: PoolSettings): Promise<void> {
    const { ports, clusterId } = this.#setup;
    const { applied, documents } = await applyManifests(ports, ada, {
      clusterId,
      text: JSON.stringify(toManifest(name, settings)),
      dryRun: false,
      replacePlaceholders: false,
      defaultNodeClass: null,
      variants: new Map(),
      expectedVersions: new Map(),
      target: null,
      requestId: null,
    });
    invariant(applied, JSON.stringify(documents));
    this.#settings.set(name, settings);
  }

  async #delete(name: PoolName): Promise<void> {
    const { ports, clusterId } = this.#setup;
    await deleteDefinition(ports, ada, {
      clusterId,
      kind: 'NodePool',
      name,
      expectedVersion: 'any',
      requestId: null,
    });
    this.#settings.delete(name);
  }
}

/** A static NodePool has no other limit. */
const fixedLimits = ({ nodes }: PoolSettings['limits']): PoolSettings['limits'] =>
  nodes === undefined ? {} : { nodes };

function toManifest(name: PoolName, settings: PoolSettings): object {
  const { weight, replicas, limits, capacityTypes, terminationGracePeriod } = settings;
  const { budgets, consolidateAfter, consolidationPolicy, expireAfter } = settings;
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name },
    spec: {
      ...(replicas === null
        ? { limits, ...(weight > 0 && { weight }) }
        : { replicas, limits: fixedLimits(limits) }),
      disruption: { budgets, consolidateAfter, consolidationPolicy },
      template: {
        spec: {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
          requirements: [
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: capacityTypes },
          ],
          expireAfter,
          ...(terminationGracePeriod !== null && { terminationGracePeriod }),
        },
      },
    },
  };
}
