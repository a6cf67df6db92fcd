/** Makes the data folder private: creates private files, and repairs others' modes. */
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import path from 'node:path'

export const PRIVATE_MODES = { folder: 0o700, file: 0o600 }

/** Matches our files in the data folder, including side files of databases. */
const OURS =
  /^((log|vault|proof|past|history|views)\.db.*|vault\.key|erased|restored\.json(\.part)?|backup\.sock|restoring|restoring\.ready|outbox|blobs|uploads)$/

const OTHERS = 0o077
const STICKY = 0o1000

/**
 * Creates a private folder and its parents if missing.
 * Node's `recursive` never ends in folders like /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, PRIVATE_MODES.folder)
  } catch (error) {
    // Ignore the error if another process created the folder first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates a folder for output.
 * Throws a readable error if it is not empty.
 */
export function makeEmptyFolder(folder: string): void {
  makeFolder(folder)
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty. Name one that is.`)
}

/** Removes everything in a folder, and the folder itself if it is new. */
export function emptyFolder(folder: string, { isNew }: { isNew: boolean }): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true })
  if (isNew) rmdirSync(folder)
}

/**
 * Throws an error with a message if `folder` is the data folder or a folder in it that WasteSense uses.
 * Resolves links first.
 * WasteSense moves or deletes files in these folders when it starts.
 */
export function refuseReservedFolder(dataDir: string, folder: string): void {
  const [first = ''] = path.relative(realFolder(dataDir), realFolder(folder)).split(path.sep)
  if (first === '' || OURS.test(first))
    throw new Error(`WasteSense uses the folder ${folder} for its own files. Name another one.`)
}

/**
 * Returns the path with links resolved.
 * The last folders of the path need not exist.
 */
function realFolder(folder: string): string {
  const absolute = path.resolve(folder)
  if (existsSync(absolute)) return realpathSync(absolute)
  return path.join(realFolder(path.dirname(absolute)), path.basename(absolute))
}

/**
 * Creates an empty private file if missing.
 * A database keeps the file's access mode, also for its side files.
 * Never opens an existing file: closing it would end all locks of this process on it.
 */
export function makePrivateFile(file: string): void {
  makeFolder(path.dirname(file))
  try {
    closeSync(openSync(file, 'wx', PRIVATE_MODES.file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the data folder if it is missing.
 * Removes other users' access to the folder and to our files in it.
 * Removes their access to the vault's key file, too.
 * Returns a sentence about repaired access modes, if any.
 * Throws if one of our files is a pipe or a device.
 */
export function makeFolderPrivate(folder: string, keyFile?: string): string | undefined {
  makeFolder(folder)
  if (process.platform === 'win32') return undefined
  const names = readdirSync(folder).filter((name) => OURS.test(name))
  for (const name of names) refuseSpecial(path.join(folder, name))
  const ours = names.flatMap((name) => everythingIn(path.join(folder, name)))
  const key = keyFile && existsSync(keyFile) ? [keyFile] : []
  const said = [
    repair([folder, ...ours], (count) => `${count} of the files and folders in ${folder}`),
    repair(key, () => `the vault's key file ${keyFile}`),
  ]
  return said.filter(Boolean).join(' ') || undefined
}

/** Throws for a pipe or device, which would block a start for ever. */
function refuseSpecial(place: string): void {
  const stats = statSync(place, { throwIfNoEntry: false })
  if (stats?.isFIFO() || stats?.isCharacterDevice() || stats?.isBlockDevice())
    throw new Error(`${place} is not a regular file. Remove it.`)
}

function repair(places: readonly string[], named: (count: number) => string): string {
  const wide = places.filter((place) => isWide(statsOf(place)))
  const left = wide.filter((place) => !removeOthersAccess(place))
  const repaired = wide.length - left.length
  return [
    repaired > 0 && `Other users of this machine could reach ${named(repaired)}; now they can't.`,
    left.length > 0 && `Other users of this machine can reach ${left.join(', ')}, and the mode can't be changed here.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function everythingIn(place: string): string[] {
  if (!statsOf(place)?.isDirectory()) return [place]
  return [place, ...readdirSync(place).flatMap((name) => everythingIn(path.join(place, name)))]
}

/** Returns undefined for a file that another process has just removed. */
const statsOf = (place: string): Stats | undefined => lstatSync(place, { throwIfNoEntry: false })

const isWide = (stats?: Stats) => stats !== undefined && !stats.isSymbolicLink() && (stats.mode & OTHERS) !== 0

/** Removes other users' access, but shared folders such as /tmp must stay open. */
function removeOthersAccess(place: string): boolean {
  const mode = statsOf(place)?.mode
  if (mode === undefined || mode & STICKY) return false
  try {
    chmodSync(place, mode & ~OTHERS & 0o777)
    return true
  } catch (error) {
    // Does not change permissions of other users' files, or on read-only file systems.
    // A container's secrets are an example.
    if (['EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
