export type ChartMarkKind = 'decision' | 'failure' | 'interruption';

/** Marks also differ by dash and symbol, not only by color. */
export const markColors: Readonly<Record<ChartMarkKind, string>> = {
  decision: 'var(--link)',
  failure: 'var(--broken)',
  interruption: 'var(--attention)',
};

export const markDashes: Readonly<Record<ChartMarkKind, string>> = {
  decision: '2 3',
  failure: '1 0',
  interruption: '6 3',
};

/** The symbol at the top of a mark, as a path around 0, 0. */
export const markSymbols: Readonly<Record<ChartMarkKind, string>> = {
  decision: 'M-4 -4 L4 -4 L0 3 Z',
  failure: 'M-4 -4 L4 4 M4 -4 L-4 4',
  interruption: 'M0 -5 L5 0 L0 5 L-5 0 Z',
};
