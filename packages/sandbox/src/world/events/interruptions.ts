import { randomUUID } from 'node:crypto';
import type { Instance } from '../compute/instance.js';
import type { Instances } from '../compute/instances.js';
import type { Timers } from '../time/timers.js';
import {
  capacityReservationWarning,
  type EventBody,
  rebalanceRecommendation,
  scheduledRetirement,
  spotWarning,
  stateChange,
  toSeconds,
} from './event-bodies.js';
import type { Queue, Queues } from './queues.js';

/** Two minutes of real time, as in AWS: draining a node is not sped up. */
export const defaultNoticeMs = 120_000;
const retirementNoticeMs = 14 * 24 * 3_600_000;

export interface InterruptionsOptions {
  readonly table: ReadonlyMap<string, Instance>;
  readonly instances: Instances;
  readonly queueTable: ReadonlyMap<string, Queue>;
  readonly queues: Queues;
  readonly timers: Timers;
}

/** Interruption events that AWS sends through EventBridge, and their effects. */
export class Interruptions {
  readonly #options: InterruptionsOptions;

  constructor(options: InterruptionsOptions) {
    this.#options = options;

    options.instances.onState((instance, state) => {
      this.publish(instance, stateChange(instance, state));
    });
  }

  /**
   * Sends a warning and terminates the instance after the notice.
   * @returns true if the instance exists and has not ended
   */
  warnSpot(id: string, noticeMs = defaultNoticeMs): boolean {
    return this.#publishStateChange(id, (instance) => {
      this.#options.instances.reclaim(id, {
        dueAt: this.#options.timers.now() + noticeMs,
        reasonCode: 'Server.SpotInstanceTermination',
        reasonMessage: 'Server.SpotInstanceTermination: Instance terminated by Spot',
      });
      return spotWarning(instance);
    });
  }

  /** As {@link warnSpot}, for an instance in an interruptible capacity reservation. */
  warnCapacityReservation(id: string, noticeMs = defaultNoticeMs): boolean {
    const dueAt = this.#options.timers.now() + noticeMs;
    return this.#publishStateChange(id, (instance) => {
      this.#options.instances.reclaim(id, {
        dueAt,
        reasonCode: 'Server.CapacityReservationReclaimed',
        reasonMessage: 'Server.CapacityReservationReclaimed: The owner reclaimed the capacity',
      });
      return capacityReservationWarning(instance, dueAt);
    });
  }

  /** Sends a rebalance recommendation, which has no further effect. */
  recommendRebalance(id: string): boolean {
    return this.#publishStateChange(id, rebalanceRecommendation);
  }

  /** Schedules the retirement of the hardware in two weeks. */
  scheduleRetirement(id: string): boolean {
    const now = this.#options.timers.now();
    const startsAt = now + retirementNoticeMs;
    this.#options.instances.schedule(id, {
      id: `instance-event-${id.slice(2)}`,
      code: 'instance-retirement',
      description: 'The instance is running on degraded hardware',
      startsAt,
    });
    return this.#publishStateChange(id, (instance) =>
      scheduledRetirement(instance, { now, startsAt }),
    );
  }

  /**
   * Sends an event to the queues of its account and region.
   * @param copies number of deliveries
   */
  publish(
    place: Pick<Instance, 'accountId' | 'region'>,
    { source, detailType, resources, detail }: EventBody,
    copies = 1,
  ): void {
    const { accountId, region } = place;
    const body = JSON.stringify({
      version: '0',
      id: randomUUID(),
      'detail-type': detailType,
      source,
      account: accountId,
      time: toSeconds(this.#options.timers.now()),
      region,
      resources,
      detail,
    });
    for (let copy = 0; copy < copies; copy += 1) this.send(place, body);
  }

  /** Sends any text, which may be an invalid event. */
  send({ accountId, region }: Pick<Instance, 'accountId' | 'region'>, body: string): void {
    for (const queue of this.#options.queueTable.values()) {
      if (!queue.receivesEvents || queue.accountId !== accountId || queue.region !== region)
        continue;
      this.#options.queues.send(queue.id, { body, senderId: 'events.amazonaws.com' });
    }
  }

  #publishStateChange(id: string, bodyOf: (instance: Instance) => EventBody): boolean {
    const instance = this.#options.table.get(id);
    if (instance === undefined || instance.end !== null) return false;
    this.publish(instance, bodyOf(instance));
    return true;
  }
}
