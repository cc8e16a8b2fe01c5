// Module hooks that let Node run the engine's specs: they resolve `.js` imports to the `.ts` files and
// `vitest` to spec-api.mjs. Each generation of modules is loaded separately.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const specApi = new URL('./spec-api.mjs', import.meta.url).href;
let generation = 0;

/** Makes the following imports load all modules again. */
export const resetModules = () => {
  generation += 1;
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest') return { url: specApi, shortCircuit: true };
    const isOurs = context.parentURL !== undefined && !context.parentURL.includes('/node_modules/');
    const source = specifier.replace(/\.js$/, '.ts');
    const isSource =
      isOurs &&
      specifier.startsWith('.') &&
      existsSync(fileURLToPath(new URL(source, context.parentURL)));
    const resolved = next(isSource ? source : specifier, context);
    if (!resolved.url.endsWith('.ts')) return resolved;
    return { ...resolved, url: `${resolved.url}?generation=${generation}` };
  },
});
