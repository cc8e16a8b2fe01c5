/** etcd accepts objects up to 1.5 MB; a longer line means a broken or malicious server. */
const maxChars = 16 * 1024 * 1024;

/**
 * Yields the lines of a body, as many at a time as a chunk completes (possibly none). The next
 * chunk is read only after the last batch was processed, so a slow reader slows the sender and
 * memory stays bounded.
 * @throws RangeError for a line that is too long
 */
export async function* lineBatches(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder();
  // The pieces of a line are joined once, at its end: joining at each chunk would be quadratic.
  let pieces: string[] = [];
  let chars = 0;
  for await (const chunk of body) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    pieces.push(first);
    chars += first.length;
    if (chars > maxChars) throw new RangeError(`a line is over ${maxChars} characters`);
    const last = others.pop();
    if (last === undefined) {
      yield [];
      continue;
    }
    yield [pieces.join(''), ...others].filter((line) => line.trim() !== '');
    pieces = [last];
    chars = last.length;
  }
}
