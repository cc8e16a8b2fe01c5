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
export { withoutRepeats } from './without-repeats.js';
