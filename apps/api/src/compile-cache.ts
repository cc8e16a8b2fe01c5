import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Without it, V8 parses the whole bundle at each start of the server or a command, and the memory for
// that is not returned. A folder that does not exist or belongs to another version of Node has no
// effect on the API.
enableCompileCache(join(import.meta.dirname, 'compile-cache'));
