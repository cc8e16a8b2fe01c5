import type { ManifestContext } from '@kerf/application';
import type { FindingList } from '../findings/finding-list.js';
import type { Path } from '../findings/path.js';

/** Placeholders for the cluster's name in published manifests. */
const clusterNamePlaceholder =
  /\$\{\s*CLUSTER_?NAME\s*\}|\$\(\s*CLUSTER_?NAME\s*\)|\$CLUSTER_NAME(?![A-Za-z0-9_])|<(?:your[-_ ]?)?cluster[-_ ]?name>|YOUR[-_]CLUSTER[-_]NAME|(?<![A-Za-z0-9])my-cluster(?![A-Za-z0-9])/gi;

/**
 * Other variables of template engines or shells. Character classes exclude their own opening
 * characters, so that matching takes one pass, even for hostile text.
 */
const template = /\$\{[^{}$]*\}|\$\([^()$]*\)|\$[A-Z_][A-Z0-9_]+|\{\{[^{}]*\}\}/;

/**
 * Flags placeholders in one text of a manifest, or replaces them if enabled.
 * @returns the resulting text
 */
export function fillPlaceholders(
  text: string,
  path: Path,
  context: ManifestContext,
  findings: FindingList,
): string {
  const name = text
    .match(clusterNamePlaceholder)
    ?.find((placeholder) => placeholder !== context.clusterName);
  if (name === undefined) {
    flagTemplate(text, path, findings);
    return text;
  }
  const { clusterName, replacePlaceholders } = context;
  if (!replacePlaceholders || clusterName === null) {
    findings.add({
      code: 'PLACEHOLDER_FOUND',
      path,
      message: `${name} is a placeholder for the cluster's name and matches nothing in AWS; use ${clusterName ?? 'the name'}, or enable the replacement of placeholders`,
      found: text,
    });
    return text;
  }
  const filled = text.replaceAll(clusterNamePlaceholder, () => clusterName);
  findings.add({
    code: 'PLACEHOLDER_REPLACED',
    path,
    message: `the placeholder ${name} was replaced by the cluster's name`,
    found: text,
    became: filled,
  });
  flagTemplate(filled, path, findings);
  return filled;
}

function flagTemplate(text: string, path: Path, findings: FindingList): void {
  // User data is a program, which has variables of its own.
  if (path.includes('userData')) return;
  const [found] = template.exec(text) ?? [];
  if (found === undefined) return;
  findings.add({
    code: 'TEMPLATE_FOUND',
    path,
    message: `${found} looks like an unreplaced template variable; it is used literally`,
    found: text,
  });
}
