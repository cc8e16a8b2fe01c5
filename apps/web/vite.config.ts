import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { emitDocuments, withoutDocumentTexts } from './vite.documents.ts';

/** Where the development server finds the API: at the port of `npm start`. */
const api = process.env['KERF_API'] ?? 'http://127.0.0.1:4100';

export default defineConfig({
  plugins: [react(), emitDocuments, withoutDocumentTexts],
  resolve: { conditions: ['@kerf/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2024',
    // The content security policy allows no data: URLs but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Without groups each shared component becomes a file of its own, and a page asks for fifty.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            // Tables and forms for themselves; else every page would load both.
            {
              name: 'tables',
              test: /src\/ui\/tables\/(?!simple|columns-list|views-list)|@tanstack\/(?:react-)?(?:table|virtual)/,
            },
            { name: 'forms', test: /src\/ui\/forms\/|node_modules\/@mantine\/form/ },
            { name: 'shared', test: /src\/(?:ui|lib|gql)\//, minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/graphql': { target: api, ws: true },
      '/auth': api,
    },
  },
});
