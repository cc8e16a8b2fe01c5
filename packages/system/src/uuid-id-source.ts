import { randomInt } from 'node:crypto';
import type { IdSource } from '@kerf/application';
import { v7 } from 'uuid';

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Creates IDs that sort by creation time, and suffixes without vowels, as Kubernetes does. */
export const uuidIdSource: IdSource = {
  next: (prefix) => `${prefix}_${v7().replaceAll('-', '')}`,
  suffix: (length) =>
    Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
};
