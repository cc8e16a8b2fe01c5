import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// As for the server: a command would compile the program for most of its time.
enableCompileCache(join(import.meta.dirname, 'compile-cache'));
await import('./admin-cli.js');
