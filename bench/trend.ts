/** The line through values that were measured at equal intervals. */
export interface Line {
  readonly mean: number;
  /** Growth per interval. */
  readonly slope: number;
  /** Standard error of the slope. */
  readonly slopeError: number;
}

/** Fits a line by least squares; with fewer than three values its slope is unknown (`NaN`). */
export function fitLine(values: readonly number[]): Line {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 3) return { mean, slope: Number.NaN, slopeError: Number.NaN };
  const middle = (count - 1) / 2;
  const spread = values.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
  const rest = values.reduce(
    (sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2,
    0,
  );
  return { mean, slope, slopeError: Math.sqrt(rest / (count - 2) / spread) };
}

/** Two standard errors are about 95 % of the values that chance alone would give. */
export function verdictOf({ slope, slopeError }: Line): string {
  if (Number.isNaN(slope)) return 'too short to tell';
  if (slope > 2 * slopeError) return 'rising';
  return slope < -2 * slopeError ? 'falling' : 'flat';
}
