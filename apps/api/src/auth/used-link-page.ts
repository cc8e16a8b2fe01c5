/** A page without scripts and styles, for callers without a session. */
export const usedLinkPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This sign-in link does not work · Kerf</title>
<h1>This sign-in link is used or expired</h1>
<p>A link works once, within 15 minutes.</p>
<p>For a new one, run <code>npm start</code> again, or ask an administrator to run this on the server:</p>
<pre>node apps/api/dist/cli.js sign-in-link --user NAME</pre>
<p>With a password, <a href="/sign-in">sign in here</a>.</p>
</html>
`;
