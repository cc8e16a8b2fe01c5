import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Paths of the checked pages, from the root. */
const docs = globSync('docs/**/*.md', { cwd: root }).toSorted();
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...docs];

/** Returns the text without code, in which brackets are not links. */
const prose = (text: string): string =>
  text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '').replaceAll(/`[^`\n]*`/g, '');

interface Link {
  readonly page: string;
  readonly target: string;
  /** Path of the target file, from the root; the page itself for an anchor alone. */
  readonly file: string;
  readonly anchor: string | null;
}

/** Returns the links and pictures of a page, except external ones. */
function relativeLinks(page: string): readonly Link[] {
  return [...prose(read(page)).matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : relative(root, join(root, dirname(page), path));
    return [{ page, target, file, anchor: anchor ?? null }];
  });
}

/** Returns the anchors of a page's headings, as GitHub creates them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = read(page)
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

const links = pages.flatMap(relativeLinks);
const show = ({ page, target }: Link): string => `${page}: ${target}`;

describe('links of the documentation', () => {
  it('are found on the main pages', () => {
    expect(new Set(links.map(({ page }) => page))).toContain('README.md');
    expect(new Set(links.map(({ page }) => page))).toContain('docs/README.md');
  });

  it('lead to files that exist', () => {
    const broken = links.filter(({ file }) => !existsSync(join(root, file)));
    expect(broken.map(show)).toEqual([]);
  });

  it('lead to headings that exist', () => {
    const broken = links.filter(
      ({ file, anchor }) => anchor !== null && file.endsWith('.md') && !anchorsOf(file).has(anchor),
    );
    expect(broken.map(show)).toEqual([]);
  });

  it('lead from the table of contents to every page', () => {
    const indexes = ['docs/README.md', 'docs/adr/README.md'];
    const listed = new Set(indexes.flatMap(relativeLinks).map(({ file }) => file));
    const missing = docs.filter((page) => page !== 'docs/README.md' && !listed.has(page));
    expect(missing).toEqual([]);
  });
});
