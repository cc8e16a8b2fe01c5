import type { AttemptOutcome, ChannelKind, Measurement, Meter } from '@kerf/application';
import type { ClusterId } from '@kerf/core';

/** Keeps every measurement. */
export class FakeMeter implements Meter {
  readonly recorded: Measurement[] = [];
  /** `<channel> <outcome>` of each attempt to deliver a notification. */
  readonly deliveries: string[] = [];

  record(_clusterId: ClusterId, measurements: readonly Measurement[]): void {
    this.recorded.push(...measurements);
  }

  recordDelivery(channel: ChannelKind, outcome: AttemptOutcome): void {
    this.deliveries.push(`${channel} ${outcome}`);
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
