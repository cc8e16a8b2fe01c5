import './compile-cache.js';

await import('./admin-cli.js');
