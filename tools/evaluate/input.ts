/** Error in the user's input; its message says how to correct it. */
import { readTextFile } from '#platform/text-file.ts'

export class InputError extends Error {}

/** Reads a UTF-8 file. Throws InputError; `otherwise` is the message for a missing file. */
export function readInputFile(file: string, otherwise: string): Promise<string> {
  return readTextFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(error.code ? `${file} can't be read (${error.code}); ${otherwise}` : error.message)
  })
}
