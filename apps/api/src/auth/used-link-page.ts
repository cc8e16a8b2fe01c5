/** Plain, because it is all that somebody without a session gets to see. */
export const usedLinkPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This sign-in link does not work · Kerf</title>
<h1>This sign-in link does not work any more</h1>
<p>A link signs in once, within 15 minutes of its making.</p>
<p>For a new one, start <code>npm start</code> again, or have an administrator run this on the server:</p>
<pre>node apps/api/dist/cli.js sign-in-link --user NAME</pre>
<p>With a password, <a href="/sign-in">sign in here</a>.</p>
</html>
`;
