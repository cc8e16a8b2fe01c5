import type { ClusterMemory } from '../memory/cluster-memory.js';
import type { BudgetSchedule } from './budget-schedule.js';
import type { Clock } from './clock.js';
import type { CloudProvider, InstanceTypeResolver } from './cloud-provider.js';
import type { ClusterCache } from './cluster-cache.js';
import type { ClusterEventRecorder } from './cluster-event-recorder.js';
import type { ClusterGateway } from './cluster-gateway.js';
import type { DeviceSelector } from './device-selector.js';
import type { Digest } from './digest.js';
import type { Engine } from './engine.js';
import type { IdSource } from './id-source.js';
import type { LocalTime } from './local-time.js';
import type { ManifestReader } from './manifest-reader.js';
import type { Meter } from './meter.js';
import type { NotificationSender, SecretBox } from './notification-sender.js';
import type { Store } from './store.js';

/** All ports that use cases may depend on; each use case picks the ones it needs with `Pick`. */
export interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly engine: Engine;
  readonly cloud: CloudProvider;
  readonly instanceTypes: InstanceTypeResolver;
  readonly gateway: ClusterGateway;
  readonly events: ClusterEventRecorder;
  readonly meter: Meter;
  readonly cache: ClusterCache;
  readonly memory: ClusterMemory;
  readonly manifests: ManifestReader;
  readonly budgetSchedule: BudgetSchedule;
  readonly deviceSelector: DeviceSelector;
  readonly localTime: LocalTime;
  readonly notifications: NotificationSender;
  readonly secretBox: SecretBox;
}
