/** Finds the programs that tests run. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Names of Chromium.
 * The first has no windows and is fastest.
 */
export const CHROMIUMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of the first program found on PATH, or undefined. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}
