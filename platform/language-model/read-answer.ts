/** Reads what an endpoint answers within limits: bytes after decompression, and the depth of its JSON. */

/** An answer of 2,000 tokens takes some 10 kB. */
const MOST_BYTES = 256 * 1024
/** The deepest answer that is asked for has four levels. */
const DEEPEST = 32

/** The answer is larger than any that was asked for. */
export class TooLarge extends Error {}

/** Returns the body as text. Throws TooLarge at the first byte beyond the limit, and leaves the rest unread. */
export async function readText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop by a throw cancels the body, and with it the decompression and the connection.
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > MOST_BYTES) throw new TooLarge(`more than ${MOST_BYTES} bytes`)
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** Returns the value of a JSON text; undefined where it is none, or nested too deep. The parser's message would repeat a part of it. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > DEEPEST) return true
  }
  return false
}
