import { formatHourly, formatMonthly, formatUsd } from '../../lib/format/money.js';

export interface MoneyProps {
  /** Millionths of a dollar per hour; `null` is shown as unknown. */
  readonly microUsd: number | null;
  /** In tables whose head carries the unit: so many digits in each row, and no `/h`. */
  readonly bareDigits?: number;
}

/** A price per hour; the month on hover. */
export function Money({ microUsd, bareDigits }: MoneyProps) {
  if (microUsd === null) return <span className="dimmed">unknown</span>;
  return (
    <span className="num" title={`${formatMonthly(microUsd)} (730 hours)`}>
      {bareDigits === undefined ? formatHourly(microUsd) : formatUsd(microUsd, bareDigits)}
    </span>
  );
}
