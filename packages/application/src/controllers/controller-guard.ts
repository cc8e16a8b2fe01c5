import {
  type ClusterId,
  type DurationMs,
  hasErrorCode,
  type Instant,
  isAppError,
} from '@kerf/core';
import { changeCluster, connectionOf, requireCluster, requireKnown } from '../clusters/api.js';
import type { Cluster, ClusterHold } from '../domain/cluster/cluster.js';
import { holdByKarpenter, holdByOtherKerf } from '../domain/controllers/cluster-hold.js';
import { KarpenterSightings } from '../domain/controllers/running-karpenter.js';
import { DueWork } from '../domain/due-work.js';
import type { ClusterView } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import {
  type DeniableKind,
  recordReadability,
  volumeAttachmentKind,
} from '../recording/record-readability.js';
import { viewIfSynced } from '../snapshot/view-if-synced.js';
import { recordClocks } from './record-clocks.js';
import { recordSilence } from './record-silence.js';

type GuardPorts = Pick<Ports, 'store' | 'clock' | 'gateway' | 'cache' | 'cloud'>;

/** Duration of the Lease of the acting Kerf; a holder that misses three renewals has lost it. */
const leaseMs: DurationMs = 30_000;
const renewEveryMs: DurationMs = 10_000;
/** Longest time without a check, in case a change of the database was not noticed. */
const checkEveryMs: DurationMs = 10_000;

const signs: readonly DeniableKind[] = [
  {
    name: 'leases.coordination.k8s.io',
    plural: 'Leases',
    consequence: 'Kerf cannot detect whether Karpenter is running',
  },
  {
    name: 'deployments.apps',
    plural: 'Deployments',
    consequence: 'Kerf cannot detect whether Karpenter is installed',
  },
];

/**
 * Keeps Kerf from acting in a cluster beside Karpenter or another Kerf: two controllers would
 * launch nodes for the same pods and disrupt each other's nodes. While another controller is
 * active, the cluster is held in mode `observe`, whatever mode is configured; when it is gone, Kerf
 * resumes.
 */
export class ControllerGuard {
  readonly #ports: GuardPorts;
  readonly #clusterId: ClusterId;
  readonly #karpenters = new KarpenterSightings();
  #renewAt: Instant = 0;
  /** Another Kerf's Lease, and since when it has not been renewed. */
  #other: { readonly revision: string; readonly since: Instant } | null = null;
  #otherHold: ClusterHold | null = null;
  /** The recorded finding about the hold; `null` while it is unknown. */
  #recorded: string | null = null;
  /** The last report about unreadable kinds and about NodePools of other controllers. */
  #reported: string | null = null;
  /** The last report about clocks. */
  #clocks: string | null = null;
  readonly #due = new DueWork(checkEveryMs);

  constructor(ports: GuardPorts, clusterId: ClusterId) {
    this.#ports = ports;
    this.#clusterId = clusterId;
  }

  /**
   * Checks if something may have changed since the last check, and every 10 s. Costs no query
   * otherwise, so that it can be called often.
   * @param changes number of changes so far of the cluster's rows, such as its mode
   * @returns as {@link check}
   */
  async checkWhenDue(changes: number): Promise<boolean> {
    const now = this.#ports.clock.now();
    let isReleased = false;
    await this.#due.run(now, [changes, this.#seen(now)], async () => {
      isReleased = await this.check();
    });
    return isReleased;
  }

  /**
   * Checks once for other controllers. Concludes nothing while the cluster cache is not synced.
   * @returns true when the cluster was held until now and no longer is
   */
  async check(): Promise<boolean> {
    const { store, clock } = this.#ports;
    await this.#reportClocks();
    const view = viewIfSynced(this.#ports, this.#clusterId);
    if (view === null) return false;
    const now = clock.now();
    const cluster = await requireCluster(store, this.#clusterId);
    const karpenter = this.#karpenters.running(view.controllers, now);
    const hold =
      karpenter === null
        ? await this.#findOtherKerf(cluster, now)
        : holdByKarpenter(karpenter, now);
    await this.#report(cluster, view, now);
    return this.#record(cluster, hold, now);
  }

  /** Returns what a check concludes from without reading the database, as text. */
  #seen(now: Instant): string {
    const { cache, cloud } = this.#ports;
    const view = viewIfSynced(this.#ports, this.#clusterId);
    return JSON.stringify([
      cloud.clock.aheadMs,
      cache.clockAheadMs(this.#clusterId),
      view && [
        this.#karpenters.running(view.controllers, now),
        view.unreadableKinds,
        view.silentKinds,
        view.foreignNodePools,
      ],
    ]);
  }

  /** Returns the hold by another acting Kerf; `null` while this one is in mode `observe`. */
  async #findOtherKerf(cluster: Cluster, now: Instant): Promise<ClusterHold | null> {
    if (cluster.configuredMode === 'observe') return null;
    if (now < this.#renewAt) return this.#otherHold;
    try {
      const answer = await this.#ports.gateway.claimActingLease(
        connectionOf(requireKnown(cluster)),
        {
          holder: cluster.id,
          durationMs: leaseMs,
          expiredRevision: this.#expiredRevision(now),
        },
      );
      this.#renewAt = now + renewEveryMs;
      if (answer.kind === 'Held') {
        this.#other = null;
        this.#otherHold = null;
      } else {
        const isKnown = this.#other?.revision === answer.revision;
        if (!isKnown) this.#other = { revision: answer.revision, since: now };
        this.#otherHold = holdByOtherKerf(answer.holder, this.#otherHold?.since ?? now);
      }
    } catch (error) {
      // The role may predate this Lease, or the API server is unavailable: no sign of another Kerf.
      if (!isAppError(error)) throw error;
      this.#renewAt = now + renewEveryMs;
      if (hasErrorCode(error, 'CLUSTER.FORBIDDEN')) this.#otherHold = null;
    }
    return this.#otherHold;
  }

  #expiredRevision(now: Instant): string | null {
    const other = this.#other;
    return other !== null && now - other.since >= leaseMs ? other.revision : null;
  }

  async #record(cluster: Cluster, hold: ClusterHold | null, now: Instant): Promise<boolean> {
    const { hold: before } = cluster;
    await this.#recordHold(cluster, hold, now);
    if (before?.code === hold?.code && before?.message === hold?.message) return false;
    const since = before?.code === hold?.code ? before?.since : undefined;
    await changeCluster(this.#ports, this.#clusterId, (current) => ({
      ...current,
      hold: hold === null ? null : { ...hold, since: since ?? hold.since },
    }));
    return before !== null && hold === null;
  }

  /**
   * Records or clears the finding about the hold. In mode `observe` a hold prevents nothing, so it
   * is no finding.
   */
  async #recordHold(cluster: Cluster, hold: ClusterHold | null, at: Instant): Promise<void> {
    const { findings } = this.#ports.store;
    const off = cluster.configuredMode === 'observe' ? null : hold;
    const recorded = JSON.stringify([off?.object, off?.message]);
    if (recorded === this.#recorded) return;
    const code = 'OTHER_CONTROLLER';
    await findings.clearOthers(cluster.id, code, off === null ? [] : [off.object]);
    if (off !== null) {
      const { object, message } = off;
      await findings.record({ clusterId: cluster.id, code, object, message, at });
    }
    this.#recorded = recorded;
  }

  /** Works without a synced cache: a wrong clock may be what prevents it. */
  async #reportClocks(): Promise<void> {
    const { store, clock, cache, cloud } = this.#ports;
    const clusterId = this.#clusterId;
    const differences = {
      cloudAheadMs: cloud.clock.aheadMs,
      clusterAheadMs: cache.clockAheadMs(clusterId),
    };
    const clocks = JSON.stringify(differences);
    if (clocks === this.#clocks) return;
    const { name } = await requireCluster(store, clusterId);
    await recordClocks(store, { clusterId, name, at: clock.now() }, differences);
    this.#clocks = clocks;
  }

  async #report(cluster: Cluster, view: ClusterView, at: Instant): Promise<void> {
    const { unreadableKinds, silentKinds, foreignNodePools } = view;
    const reported = JSON.stringify([
      cluster.configuredMode,
      unreadableKinds,
      silentKinds,
      foreignNodePools,
    ]);
    if (reported === this.#reported) return;
    const { findings } = this.#ports.store;
    const { id: clusterId } = cluster;
    for (const kind of [...signs, volumeAttachmentKind]) {
      await recordReadability({ findings }, kind, { clusterId, unreadableKinds, at });
    }
    await recordSilence({ findings }, { clusterId, silentKinds, at });
    const groups = Map.groupBy(foreignNodePools, ({ nodeClassGroup }) => nodeClassGroup);
    const shown = cluster.configuredMode === 'observe' ? [] : [...groups];
    const code = 'FOREIGN_NODE_POOLS';
    const objectOf = (group: string): string => `NodeClass/${group}`;
    await findings.clearOthers(
      clusterId,
      code,
      shown.map(([group]) => objectOf(group)),
    );
    for (const [group, pools] of shown) {
      const names = pools.map(({ name }) => name).join(', ');
      const message = `Another controller (node class of ${group}) launches the nodes of the NodePools ${names}. Kerf ignores these NodePools, but both controllers may launch a node for the same pod. Taint the NodePools of one of them.`;
      await findings.record({ clusterId, code, object: objectOf(group), message, at });
    }
    this.#reported = reported;
  }
}
