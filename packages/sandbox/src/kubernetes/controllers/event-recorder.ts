import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import { toTimestamp } from '../api/timestamp.js';
import { kinds } from '../resources/kind.js';
import { type KubeObject, keyOf } from '../resources/kube-object.js';
import type { Event } from '../resources/types/cluster.js';

export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** Events are kept for an hour of simulated time, as on a real server. */
const sweepEveryMs = 10 * 60_000;
const sweepsToLive = 6;

/**
 * Records Events; a repeated one increases its count. Deletes all Events of the cluster after an
 * hour, whoever wrote them.
 */
export class EventRecorder {
  readonly #api: ClusterApi;
  readonly #clock: SandboxClock;
  readonly #eventBySubject = new Map<string, Event>();
  readonly #ageInSweeps = new Map<string, number>();
  #sequence = 0;
  #isSweepPlanned = false;

  constructor(api: ClusterApi, clock: SandboxClock) {
    this.#api = api;
    this.#clock = clock;

    for (const event of api.list(kinds.event)) this.#expect(keyOf(event));
    api.subscribe(kinds.event, ({ before, after }) => {
      if (before === null && after !== null) this.#expect(keyOf(after));
    });
  }

  /** @param component source of the Event, e.g. `default-scheduler` */
  record(about: KubeObject, component: string, text: EventText): void {
    if (this.#isTerminating(about.metadata.namespace)) return;
    const subject = JSON.stringify([about.metadata.uid, component, text.reason, text.message]);
    const known = this.#eventBySubject.get(subject);
    const event = known === undefined ? null : this.#repeat(known);
    this.#eventBySubject.set(subject, event ?? this.#create(about, component, text));
  }

  /** A namespace in deletion accepts no new Events. */
  #isTerminating(namespace: string | undefined): boolean {
    if (namespace === undefined) return false;
    const found = this.#api.find(kinds.namespace, undefined, namespace);
    return found === null || found.metadata.deletionTimestamp !== undefined;
  }

  #repeat(event: Event): Event | null {
    const lastTimestamp = toTimestamp(this.#clock.now());
    return this.#api.update(kinds.event, event, (current) => ({
      ...current,
      count: (current.count ?? 1) + 1,
      lastTimestamp,
    }));
  }

  #create(about: KubeObject, component: string, text: EventText): Event {
    const { name, namespace, uid, resourceVersion } = about.metadata;
    const now = this.#clock.now();
    this.#sequence += 1;
    const suffix = (now * 1000 + (this.#sequence % 1000)).toString(16);
    const place = namespace === undefined ? {} : { namespace };
    return this.#api.as(component).create(kinds.event, namespace ?? 'default', {
      metadata: { name: `${name}.${suffix}` },
      involvedObject: {
        apiVersion: about.apiVersion,
        kind: about.kind,
        name,
        ...place,
        uid: namespace === undefined && about.kind === 'Node' ? name : uid,
        resourceVersion,
      },
      ...text,
      source: { component },
      firstTimestamp: toTimestamp(now),
      lastTimestamp: toTimestamp(now),
      eventTime: null,
      count: 1,
      reportingComponent: component,
      reportingInstance: '',
    });
  }

  #expect(key: string): void {
    this.#ageInSweeps.set(key, 0);
    if (this.#isSweepPlanned) return;
    this.#isSweepPlanned = true;
    this.#clock.after(sweepEveryMs, () => this.#sweep());
  }

  #sweep(): void {
    this.#isSweepPlanned = false;
    const ended = new Set<string>();
    for (const [key, age] of this.#ageInSweeps) {
      if (age + 1 < sweepsToLive) this.#ageInSweeps.set(key, age + 1);
      else ended.add(key);
    }
    for (const key of ended) {
      this.#ageInSweeps.delete(key);
      const [namespace, name = ''] = key.split('/');
      const event = this.#api.find(kinds.event, namespace, name);
      if (event !== null) this.#api.delete(event);
    }
    for (const [subject, event] of this.#eventBySubject) {
      if (ended.has(keyOf(event))) this.#eventBySubject.delete(subject);
    }
    const [remaining] = this.#ageInSweeps.keys();
    if (remaining === undefined) return;
    this.#isSweepPlanned = true;
    this.#clock.after(sweepEveryMs, () => this.#sweep());
  }
}
