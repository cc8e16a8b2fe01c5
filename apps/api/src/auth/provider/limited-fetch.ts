/** Metadata, keys and tokens have some kilobytes. */
const maxBytes = 1024 * 1024;

/** Options as the libraries pass them. */
type FetchOptions = Omit<RequestInit, 'body'> & { readonly body?: RequestInit['body'] | undefined };

/**
 * Sends a request like `fetch`. The body of the response fails as soon as it is too large: the libraries
 * limit its time only, and a fast server fills the memory before.
 */
export async function limitedFetch(
  url: string,
  { body, ...options }: FetchOptions,
): Promise<Response> {
  const response = await fetch(url, { ...options, body: body ?? null });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limitBytes()), { status, statusText, headers });
}

function limitBytes(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new TypeError(`the answer exceeds ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
