/** The longest object etcd takes is 1.5 MB; a longer line is a broken or a hostile server. */
const maxChars = 16 * 1024 * 1024;

/**
 * The lines of a body, as many at a time as a chunk completes (maybe none). The next chunk is read
 * only when the last batch was dealt with, so a slow reader slows the sender and fills no memory.
 * @throws RangeError for a line without end
 */
export async function* lineBatches(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[], void, void> {
  const decoder = new TextDecoder();
  // Pieces of a line are joined once, when it ends: joining at each chunk would be quadratic.
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
