import type { DeviceFacts } from '@kerf/engine';

/** Evaluates the selectors of DeviceClasses and claims. */
export interface DeviceSelector {
  /**
   * Returns whether an expression selects a device; or why that cannot be decided, as a text with the
   * expression.
   * @param isPublished false for a device that its driver will publish: what it lacks is unknown
   */
  select(expression: string, device: DeviceFacts, isPublished: boolean): boolean | string;
}
