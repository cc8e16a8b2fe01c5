import { type BodyLimits, HeldBytes, paced } from '../connect/read-body.js';

/**
 * Yields the lines of a body, as many at a time as a chunk completes (possibly none). The next
 * chunk is read only after the last batch was processed, so a slow reader slows the sender and
 * memory stays bounded.
 * @throws CLUSTER.TOO_LARGE for a line that is too long
 */
export async function* lineBatches(
  body: AsyncIterable<Uint8Array>,
  limits: BodyLimits,
): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder();
  // The pieces of a line are joined once, at its end: joining at each chunk would be quadratic.
  let pieces: string[] = [];
  const held = new HeldBytes(limits, 'a line');
  try {
    for await (const chunk of paced(body, limits)) {
      const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
      pieces.push(first);
      held.add(first.length);
      const last = others.pop();
      if (last === undefined) {
        yield [];
        continue;
      }
      yield [pieces.join(''), ...others].filter((line) => line.trim() !== '');
      pieces = [last];
      held.release();
      held.add(last.length);
    }
  } finally {
    held.release();
  }
}
