import { labelKeys } from '@kerf/core';

const region = /^[a-z]{2}(-[a-z]+){1,2}-[0-9]$/;
const zoneName = /^[a-z]{2}(-[a-z]+){1,2}-[0-9][a-z]$/;
const zoneId = /^[a-z]+[0-9](-[a-z0-9]+)?-az[0-9]+$/;

/**
 * Returns what is wrong with a value of a label of zones, and how to fix it; `null` if it may be a
 * zone, or for another label. New zones are not known, so only the form of the value is checked.
 */
export function misnamedZone(key: string, value: string): string | null {
  if (key !== labelKeys.zone && key !== labelKeys.zoneId) return null;
  const lower = value.toLowerCase();
  const form = key === labelKeys.zone ? zoneName : zoneId;
  if (value !== lower && form.test(lower)) {
    return `no zone is called ${value}; names of zones are lower-case: ${lower}`;
  }
  if (region.test(value)) {
    const example = key === labelKeys.zone ? `${value}a` : 'euw1-az1';
    return `${value} is a region, not a zone; use its zones, e.g. ${example}`;
  }
  if (key === labelKeys.zone && zoneId.test(value)) {
    return `${value} is the ID of a zone; use its name, e.g. eu-west-1a, or the label ${labelKeys.zoneId}`;
  }
  return key === labelKeys.zoneId && zoneName.test(value)
    ? `${value} is the name of a zone; use its ID, e.g. euw1-az1, or the label ${labelKeys.zone}`
    : null;
}
