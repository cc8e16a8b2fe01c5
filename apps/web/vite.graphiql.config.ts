import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The content security policy allows no fonts from data: URLs, which are most of the style sheet. */
const withoutFonts: Plugin = {
  name: 'without-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('graphiql/dist/style.css') ? code.replaceAll(/@font-face\s*\{[^}]*\}/g, '') : null,
};

/** Builds GraphiQL into the folder of the dashboard; on its own, so that both share no files. */
export default defineConfig({
  plugins: [react(), withoutFonts],
  publicDir: false,
  build: {
    target: 'es2024',
    emptyOutDir: false,
    assetsDir: 'assets/graphiql',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { input: 'graphiql.html' },
  },
});
