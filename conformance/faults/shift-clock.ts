import type { Fault } from './fault.ts';

const time = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/g;

/** Returns a text of JSON with all its times shifted by the fault; unchanged without the fault. */
export function shiftTimes(text: string, fault: Fault | null): string {
  return fault?.kind === 'shift-clock'
    ? text.replace(time, (quoted) => JSON.stringify(shifted(JSON.parse(quoted), fault.aheadMs)))
    : text;
}

/** Returns headers with a shifted `Date`; unchanged without the fault. */
export function shiftDate<T extends NodeJS.Dict<string | string[]>>(
  headers: T,
  fault: Fault | null,
): T {
  if (fault?.kind !== 'shift-clock') return headers;
  const date = new Date(Date.now() + fault.aheadMs).toUTCString();
  return { ...headers, date };
}

const shifted = (at: string, byMs: number): string => new Date(Date.parse(at) + byMs).toISOString();
