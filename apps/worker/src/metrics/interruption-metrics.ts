import { interruptionMetricNames } from '@kerf/application';
import { durationBuckets, type Metrics } from '@kerf/system';

/** Metrics of the messages of an interruption queue. */
export interface InterruptionMetrics {
  received(messageType: string, waitedMs: number | null): void;
  deleted(messages: number): void;
  /** @param result outcome for one instance of a warning */
  handled(kind: string, result: string): void;
}

/**
 * Metric names are Karpenter's, with a cluster label. Source: karpenter aws
 * pkg/controllers/interruption/metrics.go.
 */
export function createInterruptionMetrics(
  metrics: Metrics,
): (cluster: string) => InterruptionMetrics {
  const received = metrics.counter({
    name: 'karpenter_interruption_received_messages_total',
    help: 'Total number of messages received from the interruption queue, by type.',
    labels: ['cluster', 'message_type'],
  });
  const deleted = metrics.counter({
    name: 'karpenter_interruption_deleted_messages_total',
    help: 'Total number of messages of the interruption queue that were deleted.',
    labels: ['cluster'],
  });
  const waited = metrics.histogram({
    name: 'karpenter_interruption_message_queue_duration_seconds',
    help: 'Duration of messages in the interruption queue in seconds.',
    labels: ['cluster'],
    buckets: durationBuckets,
  });
  const handled = metrics.counter({
    name: 'kerf_interruption_warnings_total',
    help: 'Total number of instances with an interruption notice, by outcome.',
    labels: ['cluster', 'kind', 'result'],
  });
  return (cluster) => ({
    received: (messageType, waitedMs) => {
      received.add({ cluster, message_type: metricNameOf(messageType) });
      if (waitedMs !== null) waited.observe({ cluster }, waitedMs / 1000);
    },
    deleted: (messages) => deleted.add({ cluster }, messages),
    handled: (kind, result) => handled.add({ cluster, kind, result }),
  });
}

/**
 * Returns Karpenter's label value of a message type; `no_op` for an invalid message or one without
 * an action.
 */
function metricNameOf(messageType: string): string {
  return new Map(Object.entries(interruptionMetricNames)).get(messageType) ?? 'no_op';
}
