import 'graphiql/style.css';
import './graphiql.css';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { setNonce } from 'get-nonce';
import { GraphiQL } from 'graphiql';
import { createClient } from 'graphql-ws';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Dialogs add a <style> element, which needs the nonce.
setNonce(nonce);

const url = new URL('/graphql', window.location.href);
const socketUrl = new URL(url);
socketUrl.protocol = url.protocol.replace('http', 'ws');

// The session of the reader; a token in the tab Headers has precedence.
const fetcher = createGraphiQLFetcher({
  url: url.href,
  headers: { 'x-kerf-csrf': '1' },
  wsClient: createClient({ url: socketUrl.href }),
});

const example = `# Queries and mutations of Kerf, with your session. Ctrl+Enter sends, Ctrl+Space completes.
{
  viewer { name }
  rateLimit { cost remaining resetAt }
  clusters(first: 10) {
    nodes { id name mode }
  }
}
`;

const root = document.getElementById('graphiql');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <GraphiQL fetcher={fetcher} defaultQuery={example} shouldPersistHeaders={false} />
    </StrictMode>,
  );
}
