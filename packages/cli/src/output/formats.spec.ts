import { describe, expect, it } from 'vitest';
import { formatList, toLines } from './formats.js';

const hidden = 'pause\u001b[2Jd\rby \u009b31mada';

describe('text of a server', () => {
  it('does not control the terminal, in tables and in sentences', () => {
    const form = { nameOf: () => 'x', columns: [{ title: 'WHY', of: () => hidden }] };
    expect(formatList([{}], form, 'table')).toBe('WHY\npause [2Jd by  31mada\n');
    expect(toLines(`${hidden}\nnext\n`)).toBe('pause [2Jd by  31mada\nnext\n');
  });
});
