/** Reads another service's answer within limits of decompressed bytes and JSON depth. */

/**
 * Size limit in bytes.
 * A language model's answer of 2,000 tokens takes some 10 kB.
 */
const ANSWER_LIMIT_BYTES = 256 * 1024
/**
 * Limit of nested levels in the answer's JSON.
 * The deepest expected answer has four levels.
 */
const DEPTH_LIMIT = 32

/** Thrown if a server's response exceeds the size limit. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
}

/**
 * Returns the body as text.
 * Throws AnswerTooLarge at the limit, leaving the rest unread.
 */
export async function readLimitedText({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  // An error that leaves this loop cancels the body, its decompression and the connection.
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > ANSWER_LIMIT_BYTES) throw new AnswerTooLarge(`more than ${ANSWER_LIMIT_BYTES} bytes`)
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/**
 * Parses JSON.
 * Returns undefined if it is invalid or too deep.
 * JSON.parse's message would quote the text.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether JSON is nested too deeply.
 * Reads characters once: a regular expression would restart at every unclosed quote.
 */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') isInString = !isInString
    else if (isInString) index += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > DEPTH_LIMIT) return true
  }
  return false
}
