/** Finds the programs that tests run for real, so that a test can say what it misses. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The names under which a Chromium may be found; the first draws no windows and is the quickest. */
export const CHROMIUMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is on PATH; undefined when none is. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}
