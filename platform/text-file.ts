/**
 * Reads text files that people wrote.
 * Only UTF-8 is accepted.
 * Other encodings would lose special letters.
 */
import { readFile } from 'node:fs/promises'

const LINE_FEED = 0x0a

/**
 * Returns the text of UTF-8 without byte order mark.
 * Throws an error that names the first line of another encoding.
 */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const text = decoder.decode(bytes)
    // A UTF-16 text without special letters is also valid UTF-8, but every second character is NUL.
    if (!text.includes('\0')) return text
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new Error(`${name}:${firstWrongLine(bytes)}: This is not UTF-8. Save the file as UTF-8.`)
}

function firstWrongLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LINE_FEED, start)
    const part = bytes.subarray(start, end < 0 ? bytes.length : end)
    try {
      if (decoder.decode(part).includes('\0')) return line
    } catch {
      return line
    }
    start += part.length + 1
  }
  return 1
}

/**
 * Reads a UTF-8 file.
 * Errors name its path.
 */
export const readTextFile = async (file: string): Promise<string> => decodeUtf8(await readFile(file), file)
