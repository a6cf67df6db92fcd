/**
 * An error in the user's input.
 * Its message explains how to correct it.
 */
import { readTextFile } from '#platform/text-file.ts'

export class InputError extends Error {}

/**
 * Reads a UTF-8 file.
 * Throws InputError; if the file can't be read, the message ends with `otherwise`.
 */
export function readInputFile(file: string, otherwise: string): Promise<string> {
  return readTextFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(error.code ? `${file} can't be read (${error.code}); ${otherwise}` : error.message)
  })
}
