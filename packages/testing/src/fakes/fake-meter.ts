import type { Measurement, Meter } from '@kerf/application';
import type { ClusterId } from '@kerf/core';

/** Keeps every measurement. */
export class FakeMeter implements Meter {
  readonly recorded: Measurement[] = [];

  record(_clusterId: ClusterId, measurements: readonly Measurement[]): void {
    this.recorded.push(...measurements);
  }

  /** Returns the measurements of one kind. */
  of<Kind extends Measurement['kind']>(
    kind: Kind,
  ): readonly Extract<Measurement, { kind: Kind }>[] {
    return this.recorded.filter(
      (measurement): measurement is Extract<Measurement, { kind: Kind }> =>
        measurement.kind === kind,
    );
  }
}
