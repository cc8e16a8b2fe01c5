import '@fontsource-variable/inter/index.css';
import './ui/theme/mantine.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { App } from './app/app.js';
import { createQueryClient } from './lib/api/query-client.js';
import { createAppRouter } from './router.js';

// zod compiles validators with `eval`, which the content security policy forbids.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock of dialogs adds a <style> element, which needs the nonce.
setNonce(nonce);

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { to: href } });
});
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} nonce={nonce} />
    </StrictMode>,
  );
}
