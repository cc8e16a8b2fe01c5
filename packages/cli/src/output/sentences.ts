/** Says that an object does not exist, in the words of the API, e.g. `Node a not found.` */
export const notFound = (noun: string, name: string): string => `${noun} ${name} not found.`;

/** Writes a number with its noun, e.g. `1 node`, `2 nodes`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
