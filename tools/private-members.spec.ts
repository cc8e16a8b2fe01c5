import { describe, expect, it } from 'vitest';
import { keywordMembers } from './private-members.ts';

const membersOf = (text: string): readonly string[] =>
  keywordMembers('some.ts', text).map(({ line, keyword, name }) => `${line}: ${keyword} ${name}`);

describe('the check of private members', () => {
  it.each([
    ['class Pool {\n  private size = 1;\n}', '2: private size'],
    ['class Pool {\n  protected grow(): void {}\n}', '2: protected grow'],
    ['class Pool {\n  private get size() { return 1; }\n}', '2: private size'],
    ['class Pool {\n  private static readonly all = [];\n}', '2: private all'],
    ['class Pool {\n  constructor(private readonly size: number) {}\n}', '2: private size'],
    ['const Pool = class {\n  private size = 1;\n};', '2: private size'],
    ['@Injectable()\nclass Pool {\n  private size = 1;\n}', '3: private size'],
  ])('rejects %j', (text, problem) => {
    expect(membersOf(text)).toEqual([problem]);
  });

  it.each([
    ['a #private member', 'class Pool {\n  readonly #size = 1;\n  #grow(): void {}\n}'],
    ['a private constructor', 'class Pool {\n  private constructor(readonly size: number) {}\n}'],
    [
      'a parameter property of a class that Nest injects',
      '@Injectable()\nclass Pools {\n  constructor(@Inject(PORTS) private readonly ports: Ports) {}\n}',
    ],
    ['a property named private', 'const network = { private: true };'],
  ])('accepts %s', (_, text) => {
    expect(membersOf(text)).toEqual([]);
  });
});
