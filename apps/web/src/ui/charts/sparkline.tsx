export interface SparklineProps {
  /** In the order of time; `null` without data. */
  readonly values: readonly (number | null)[];
  /** The line in words. */
  readonly label: string;
}

const widthPx = 64;
const heightPx = 16;
/** Half of the stroke, so that it is not cut off. */
const insetPx = 1;

/** A line without axes, as high as its values differ; level if they do not. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      width={widthPx}
      height={heightPx}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <title>{label}</title>
      <path d={sparklinePath(values)} />
    </svg>
  );
}

/** Returns the path of the values; periods without data are gaps. */
export function sparklinePath(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) =>
    insetPx + (index / Math.max(1, values.length - 1)) * (widthPx - 2 * insetPx);
  const y = (value: number) =>
    most === least
      ? heightPx / 2
      : insetPx + ((most - value) / (most - least)) * (heightPx - 2 * insetPx);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isStart = (values[index - 1] ?? null) === null;
      // A single value is a dot.
      const isAlone = isStart && (values[index + 1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}${isAlone ? 'h0' : ''}`;
    })
    .join('');
}
