import { formatHourly, formatMonthly, formatUsd } from '../../lib/format/money.js';

export interface MoneyProps {
  /** Millionths of a dollar per hour; `null` is shown as unknown. */
  readonly microUsd: number | null;
  /** Number of decimals, without `/h`: for table columns with the unit in the header. */
  readonly columnDigits?: number;
}

/** A price per hour; the price per month is shown on hover. */
export function Money({ microUsd, columnDigits }: MoneyProps) {
  if (microUsd === null) return <span className="dimmed">unknown</span>;
  return (
    <span className="num" title={`${formatMonthly(microUsd)} (730 hours)`}>
      {columnDigits === undefined ? formatHourly(microUsd) : formatUsd(microUsd, columnDigits)}
    </span>
  );
}
