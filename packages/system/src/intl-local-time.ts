import { type LocalTime, weekdays } from '@kerf/application';

/** Local times from the time zone data of the runtime. */
export const intlLocalTime: LocalTime = {
  at(at, timeZone) {
    const parts = formatterOf(timeZone)?.formatToParts(at);
    if (parts === undefined) return null;
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
    const weekday = weekdays.find((day) => day === partOf('weekday'));
    const hour = Number(partOf('hour'));
    return weekday === undefined || !Number.isInteger(hour) ? null : { weekday, hour };
  },
};

/** Formatters are expensive to create. */
const formatters = new Map<string, Intl.DateTimeFormat | undefined>();
const maxFormatters = 500;

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formatters.has(timeZone)) {
    if (formatters.size >= maxFormatters) formatters.clear();
    formatters.set(timeZone, createFormatter(timeZone));
  }
  return formatters.get(timeZone);
}

/** `undefined` for an unknown time zone. */
function createFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    return undefined;
  }
}
