/** Error of the user's input; the message says what to do. */
import { readTextFile } from '#platform/text-file.ts'

export class InputError extends Error {}

/** Reads a file in UTF-8. Throws Unusable, with `otherwise` if it does not exist. */
export function readInputFile(file: string, otherwise: string): Promise<string> {
  return readTextFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(error.code ? `${file} can't be read (${error.code}); ${otherwise}` : error.message)
  })
}
