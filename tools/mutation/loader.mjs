// Lets Node itself run the engine's specs: `.js` in an import is the `.ts` beside it, and `vitest` is
// the few words of it that they use. Each load of the specs is a module graph of its own.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const words = new URL('./spec-api.mjs', import.meta.url).href;
let generation = 0;

/** Modules that are loaded from now on are not those that were loaded before. */
export const beginAnew = () => {
  generation += 1;
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest') return { url: words, shortCircuit: true };
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
