export {
  type AddressPolicy,
  createAddressPolicy,
  hostOf,
  isAddressEntry,
  refusedKindOfHost,
} from './address-policy.js';
export { type AuditKeys, createAuditSigner } from './audit-signer.js';
export { startDeadline } from './deadline.js';
export { explainListening } from './explain-listening.js';
export { createGuardedLookup } from './guarded-lookup.js';
export {
  type CallLimits,
  createHostGuard,
  guardedAgentOptions,
  type HostGuard,
} from './host-guard.js';
export { intlLocalTime } from './intl-local-time.js';
export { createLogger, type LogFields, type Logger, type LogLevel, logLevels } from './logger.js';
export {
  type CounterMetric,
  createMetrics,
  durationBuckets,
  type HistogramMetric,
  type MetricDefinition,
  type Metrics,
  type Reading,
} from './metrics.js';
export { openAuditKey } from './open-audit-key.js';
export { readPackageVersion } from './read-package-version.js';
export { createSecretBox } from './secret-box.js';
export { readSettings, setting } from './settings.js';
export { sha256Digest } from './sha256-digest.js';
export { systemClock } from './system-clock.js';
export { uuidIdSource } from './uuid-id-source.js';
export { withoutRepeats } from './without-repeats.js';
