/** Explains errors of files, folders and databases, with advice. */
import { statfsSync } from 'node:fs'
import path from 'node:path'

const FULL = 'the disk is full. Free some space, then try again'
const MODE = 'this user lacks the permission'

/** Explanations of Node's error codes. */
const REASONS = new Map([
  ['ENOSPC', FULL],
  ['EDQUOT', 'the disk quota of this user is used up. Free some space, then try again'],
  ['EFBIG', 'the file is larger than the disk or the limit of this user allows'],
  ['EACCES', MODE],
  ['EPERM', MODE],
  ['EROFS', 'the disk is read-only'],
  ['ENOENT', 'it does not exist or cannot be created'],
  ['ENOTDIR', 'a part of this path is not a folder'],
  ['EEXIST', 'it already exists'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'it is a link'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['EIO', 'the disk reports an error'],
  ['EMFILE', 'this process has too many files open'],
  ['ENFILE', 'this machine has too many files open'],
])

/** Error codes of unusable disks, and of missing or inaccessible folders. */
const UNWRITABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE']

/** Whether the disk, not the caller, made a read or write fail. */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && UNWRITABLE.includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Returns SQLite's primary code of an error (https://sqlite.org/rescode.html).
 * Returns 0 for other errors.
 */
export const sqliteCodeOf = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) % 256

/**
 * SQLite's codes (https://sqlite.org/rescode.html).
 * A full disk gives FULL, or IOERR for a memory-mapped file.
 */
const SQLITE = { readOnly: 8, ioError: 10, full: 13, cantOpen: 14 }
/**
 * Number of free bytes below which a database error is explained by a full disk.
 * Opening a database writes less than this.
 */
const NEARLY_FULL_BYTES = 128 * 1024

/**
 * Returns the reason of a database error without a full stop.
 * Falls back to the error's message.
 */
export function databaseErrorReasonOf(error: unknown, file?: string): string {
  const { message, code = '' } = error as Error & { code?: string }
  const known = REASONS.get(code)
  if (known) return known
  const kind = sqliteCodeOf(error)
  if (kind === SQLITE.full || (kind === SQLITE.ioError && isFull(file))) return FULL
  if (kind === SQLITE.ioError) return `the disk reports an error (${message})`
  if (kind === SQLITE.readOnly) return `${MODE}: the file is read-only`
  if (kind === SQLITE.cantOpen && isFull(file)) return FULL
  return message
}

function isFull(file: string | undefined): boolean {
  if (file === undefined) return false
  try {
    const { bavail, bsize } = statfsSync(path.dirname(file))
    return bavail * bsize < NEARLY_FULL_BYTES
  } catch {
    return false
  }
}

/**
 * Returns a sentence about a file or database error.
 * Returns the message of any other error.
 */
export function errorSentenceOf(error: unknown): string {
  const { message, code = '', path: file, dest } = error as NodeJS.ErrnoException & { dest?: string }
  if (code === 'ERR_SQLITE_ERROR')
    return `A database in the data folder can't be used: ${databaseErrorReasonOf(error)}.`
  const reason = REASONS.get(code)
  const place = dest ?? file
  if (!reason || !message.startsWith(code)) return message
  return place ? `${place} can't be used: ${reason}.` : `The disk can't be used: ${reason}.`
}
