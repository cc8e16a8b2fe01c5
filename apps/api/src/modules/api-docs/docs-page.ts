/** The page of the documentation, whose scripts and styles are allowed by the nonce. */
export const docsPage = (nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Kerf API</title>
    <link rel="stylesheet" href="swagger-ui.css" />
    <style nonce="${nonce}">body { margin: 0 }</style>
  </head>
  <body>
    <main id="docs"></main>
    <script src="swagger-ui-bundle.js"></script>
    <script nonce="${nonce}">
      SwaggerUIBundle({
        url: '/api/v1/openapi.json',
        dom_id: '#docs',
        deepLinking: true,
        docExpansion: 'none',
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        filter: true,
        validatorUrl: null,
        requestInterceptor: (request) => {
          request.headers['X-Kerf-Csrf'] = '1';
          return request;
        },
      });
    </script>
  </body>
</html>
`;
