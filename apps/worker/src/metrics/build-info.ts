import { readPackageVersion } from '@kerf/system';
import type { Metrics } from '@kerf/telemetry';

const version = readPackageVersion(import.meta.dirname);

/** Registers the version of Kerf as a metric, under Karpenter's name. */
export function registerBuildInfo(metrics: Metrics): void {
  metrics.gauge(
    {
      name: 'karpenter_build_info',
      help: 'Version of Kerf as a label; the value is always 1.',
      labels: ['version'],
    },
    () => Promise.resolve([{ labels: { version }, value: 1 }]),
  );
}
