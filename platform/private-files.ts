/** What lies in the data folder is for its owner only: files are made so, and wider modes are repaired. */
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, type Stats } from 'node:fs'
import path from 'node:path'

export const OWNER_ONLY = { folder: 0o700, file: 0o600 }

/** What the data folder holds of ours, side files of the databases included; what else lies there is left alone. */
const OURS =
  /^((log|vault|proof|past|history|views)\.db.*|vault\.key|erased|restored\.json|backup\.sock|restoring|restoring\.ready|outbox|blobs|uploads)$/

const OTHERS = 0o077
const STICKY = 0o1000

/**
 * Makes a folder for its owner only, with those above it, unless it is there. Node's own `recursive` never ends where a folder
 * is there in which nothing can be made, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, OWNER_ONLY.folder)
  } catch (error) {
    // Another process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Makes a folder for what is to be written; throws a sentence where it has something in it. */
export function makeEmptyFolder(folder: string): void {
  makeFolder(folder)
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty. Name one that is.`)
}

/** Makes the file, empty, unless it is there: a database that finds it keeps its mode, for its side files too. */
export function makePrivateFile(file: string): void {
  makeFolder(path.dirname(file))
  closeSync(openSync(file, 'a', OWNER_ONLY.file))
}

/**
 * Makes the folder if need be, takes from all others what they may do with it, with what we keep in it and with the key file
 * that may lie elsewhere, and answers a sentence about that, or undefined when nothing was to be done.
 */
export function keepPrivate(folder: string, keyFile?: string): string | undefined {
  makeFolder(folder)
  if (process.platform === 'win32') return undefined
  const ours = readdirSync(folder)
    .filter((name) => OURS.test(name))
    .flatMap((name) => everythingIn(path.join(folder, name)))
  const key = keyFile && existsSync(keyFile) ? [keyFile] : []
  const said = [
    repair([folder, ...ours], (count) => `${count} of the files and folders in ${folder}`),
    repair(key, () => `the vault's key file ${keyFile}`),
  ]
  return said.filter(Boolean).join(' ') || undefined
}

function repair(places: readonly string[], named: (count: number) => string): string {
  const wide = places.filter((place) => isWide(lstatSync(place)))
  const left = wide.filter((place) => !narrowed(place))
  const repaired = wide.length - left.length
  return [
    repaired > 0 && `Other users of this machine could reach ${named(repaired)}; now they can't.`,
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
    // Of another owner, or on a file system that is only read, as secrets of containers are.
    if (['EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
