import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { toCustomResourceDefinition } from './custom-resource.js';
import { customResources } from './custom-resources.js';

const folder = join(import.meta.dirname, '../../../../deploy/crds');
const header =
  '# Written from packages/definitions (npx vitest run packages/definitions -u); do not edit.\n';

describe('deploy/crds', () => {
  it.each(customResources)('contains $kind as generated from the schemas', async (resource) => {
    const definition = toCustomResourceDefinition(resource);
    const text = `${header}${stringify(definition, { lineWidth: 0, aliasDuplicateObjects: false })}`;
    await expect(text).toMatchFileSnapshot(
      join(folder, `${resource.group}_${resource.plural}.yaml`),
    );
  });
});
