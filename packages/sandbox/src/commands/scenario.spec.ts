import { afterEach, describe, expect, it, vi } from 'vitest';
import { scenario } from './scenario.js';

afterEach(() => vi.restoreAllMocks());

async function printed(...args: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await scenario(args);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

describe('the command that runs scenarios', () => {
  it.each([[['--help']], [['-h']], [['list']], [[]]])(
    'lists the scenarios with %j',
    async (args) => {
      expect(await printed(...args)).toMatch(/^npm run sandbox -- NAME [^]*spot-storm/);
    },
  );

  it.each([[['fault', '--help']], [['fault', '-h']], [['fault']]])(
    'prints how to use fault rules with %j',
    async (args) => {
      expect(await printed(...args)).toMatch(/^npm run sandbox -- fault EFFECT [^]*--throttle/);
    },
  );

  it('refuses a fault rule with two effects', async () => {
    const control = ['--control', 'http://127.0.0.1:1'];
    await expect(scenario(['fault', '--hang', '--delay', '5', ...control])).rejects.toThrow(
      'Exactly one effect is required',
    );
  });
});
