import './compile-cache.js';

// Not a static import: the modules of a static one are compiled before the cache is enabled.
await import('./start-server.js');
