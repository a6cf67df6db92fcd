/** Error in the user's input; its message explains the correction. */
import { readTextFile } from '#platform/text-file.ts'

export class InputError extends Error {}

/**
 * Reads a UTF-8 file.
 * Throws InputError, for a missing file with `otherwise`.
 */
export function readInputFile(file: string, otherwise: string): Promise<string> {
  return readTextFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(error.code ? `${file} can't be read (${error.code}); ${otherwise}` : error.message)
  })
}
