import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Formats that are checked in CRD schemas; others are ignored. */
const isFormatted: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isDateTime,
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  duration: (text) => /^-?(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text) || text === '0',
  byte: (text) => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0,
  ipv4: isIPv4,
  ipv6: isIPv6,
  cidr: isCidr,
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(text),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  hostname: (text) =>
    text.length <= 255 && /^[a-z0-9]([-a-z0-9]*)(\.[a-z0-9][-a-z0-9]*)*$/i.test(text),
};

export function hasFormat(text: string, format: string): boolean {
  return isFormatted[format]?.(text) ?? true;
}

export function isDateTime(text: string): boolean {
  const pattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
  return pattern.test(text) && !Number.isNaN(Date.parse(text));
}

function isCidr(text: string): boolean {
  const [address = '', length = ''] = text.split('/');
  const version = isIP(address);
  return version !== 0 && /^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
}
