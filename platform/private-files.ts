/** What lies in the data folder is for its owner only: files are made so, and wider modes are repaired. */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, type Stats } from 'node:fs'
import path from 'node:path'

export const OWNER_ONLY = { folder: 0o700, file: 0o600 }

/** What the data folder holds of ours, side files of the databases included; what else lies there is left alone. */
const OURS = /^((log|vault)\.db.*|vault\.key|erased|backup\.sock|restoring|outbox|blobs)$/

const OTHERS = 0o077
const STICKY = 0o1000

/** Makes the file, empty, unless it is there: a database that finds it keeps its mode, for its side files too. */
export function makePrivateFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: OWNER_ONLY.folder })
  closeSync(openSync(file, 'a', OWNER_ONLY.file))
}

/**
 * Makes the folder if need be, takes from all others what they may do with it and with what we keep in it, and answers a
 * sentence about that, or undefined when nothing was to be done.
 */
export function keepPrivate(folder: string): string | undefined {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder })
  if (process.platform === 'win32') return undefined
  const ours = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .flatMap((name) => everythingIn(path.join(folder, name)))
  const wide = [folder, ...ours].filter((one) => isWide(lstatSync(one)))
  if (wide.length === 0) return undefined
  const left = wide.filter((one) => !narrowed(one))
  const repaired = wide.length - left.length
  return [
    repaired > 0 &&
      `Other users of this machine could reach ${repaired} of the files and folders in ${folder}; now they can't.`,
    left.length > 0 && `Other users of this machine can reach ${left.join(', ')}, and the mode can't be changed here.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function everythingIn(place: string): string[] {
  if (!lstatSync(place).isDirectory()) return [place]
  return [place, ...readdirSync(place).flatMap((name) => everythingIn(path.join(place, name)))]
}

const isWide = (stats: Stats) => !stats.isSymbolicLink() && (stats.mode & OTHERS) !== 0

/** A folder that everybody shares, such as /tmp, is not ours to close. */
function narrowed(place: string): boolean {
  const { mode } = lstatSync(place)
  if (mode & STICKY) return false
  try {
    chmodSync(place, mode & ~OTHERS & 0o777)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') return false
    throw error
  }
}
