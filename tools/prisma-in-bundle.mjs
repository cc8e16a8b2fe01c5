// Plugins of rolldown that make Prisma's client smaller in memory. Each fails if the client is written in
// another way than this one, so that an update does not undo them unseen.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(import.meta.dirname, '../packages/db/package.json'));

/** The query compiler is read from a file, because its text would stay in memory twice. */
export const queryCompilerAsFile = () =>
  replaceIn(/\/packages\/db\/dist\/generated\/internal\/class\.js$/, async (code, id, plugin) => {
    const load = /await import\("([^"]+\.postgresql\.wasm-base64\.mjs)"\)/.exec(code);
    if (load === null) throw new Error(`${id} loads the query compiler in an unknown way`);
    const { wasm } = await import(pathToFileURL(require.resolve(load[1])));
    const fileName = 'query-compiler.wasm';
    plugin.emitFile({ type: 'asset', fileName, source: Buffer.from(wasm, 'base64') });
    const read = `readFileSync(new URL('./${fileName}', import.meta.url))`;
    return code.replace(load[0], `{ wasm: (await import('node:fs')).${read} }`);
  });

/**
 * Prisma's reader of the nodes of its graph of inputs. Groups: the method up to the body of its loop, the
 * list of nodes, the expression and the loop that read a node, and the node's edges.
 */
const nodesReader =
  /(#\w+\((\w+)\)\{let (\w+)=\[\];for\(let (\w+)=0;\4<\2;\4\+\+\))\{let (\w+=this\.#\w+\(\)),(\w+)=\{\};(for\(let [^{]+\{let [^{]+\{flags:[^{]+\6\[\w+\]=\w+\})\3\.push\(\{edges:\6\}\)\}return \3\}/;

/** The graph of the inputs of all models takes 9 MiB; a node of it is read when a query needs it. */
export const inputsOnDemand = () =>
  replaceIn(/\/@prisma\/client\/runtime\/client\.m?js$/, (code, id) => {
    const found = nodesReader.exec(code);
    const position = /this\.#\w+\.getUint8\(this\.(#\w+)\+\+\)/.exec(code)?.[1];
    if (found === null || position === undefined) {
      throw new Error(`${id} reads its graph of inputs in an unknown way`);
    }
    const [method, loop, , nodes, , count, edges, readEdges] = found;
    const body = `
      const start = this.${position};
      const read = () => { let ${count}, ${edges} = {}; ${readEdges} return ${edges}; };
      const readAgain = () => { this.${position} = start; return read(); };
      let known;
      read();
      ${nodes}.push({ get edges() { return (known ??= readAgain()); } });`;
    return code.replace(method, () => `${loop} {${body}\n}\nreturn ${nodes}; }`);
  });

/** Returns a plugin that replaces parts of one file, which must be in the bundle. */
function replaceIn(file, replace) {
  let isFound = false;
  return {
    name: `replace in ${file}`,
    async transform(code, id) {
      if (!file.test(id)) return null;
      isFound = true;
      return replace(code, id, this);
    },
    buildEnd(error) {
      if (error === undefined && !isFound) throw new Error(`no file of the bundle is ${file}`);
    },
  };
}
