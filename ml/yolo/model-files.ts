/** Reads regular files in a model's folder, in parts and up to a size limit. */
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import path from 'node:path'

/** Flags for opening a file. Without O_NONBLOCK, opening a named pipe would wait for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Error for a file that can't be read. `why` completes a sentence that starts with the file's name. */
export class UnreadableFile extends Error {
  readonly file: string
  readonly why: string

  constructor(file: string, why: string) {
    super(`${file} ${why}`)
    this.file = file
    this.why = why
  }
}

export const MISSING_FILE_REASON = 'is missing or unreadable'

/** Opens a regular file. Links within the folder are allowed, because volumes of Kubernetes use them. */
async function openFile(folder: string, name: string): Promise<{ handle: FileHandle; size: number }> {
  const missing = () => {
    throw new UnreadableFile(name, MISSING_FILE_REASON)
  }
  const [inside, file] = await Promise.all([realpath(folder), realpath(path.join(folder, name))]).catch(missing)
  if (!file.startsWith(inside + path.sep)) throw new UnreadableFile(name, 'is a link that leads out of the folder')
  const handle = await open(file, FLAGS).catch(missing)
  const stats = await handle.stat()
  if (stats.isFile()) return { handle, size: stats.size }
  await handle.close()
  throw new UnreadableFile(name, 'is not a regular file')
}

/** Returns the size of a file in bytes. */
export async function sizeOfFile(folder: string, name: string): Promise<number> {
  const { handle, size } = await openFile(folder, name)
  await handle.close()
  return size
}

/** Returns the content of a whole file. */
export async function readSmallFile(folder: string, name: string, mostBytes: number): Promise<Uint8Array> {
  const { handle, size } = await openFile(folder, name)
  try {
    if (size > mostBytes) throw new UnreadableFile(name, `has more than ${mostBytes / 1024 ** 2} MB`)
    return await filled({ handle, name }, new Uint8Array(size), 0)
  } finally {
    await handle.close()
  }
}

/** Fills the buffer `into` from an offset in the file. */
export async function readFilePart(folder: string, name: string, into: Uint8Array, from: number): Promise<void> {
  const { handle } = await openFile(folder, name)
  try {
    await filled({ handle, name }, into, from)
  } finally {
    await handle.close()
  }
}

async function filled(
  { handle, name }: { handle: FileHandle; name: string },
  into: Uint8Array,
  from: number,
): Promise<Uint8Array> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, into.length - at, from + at)
    if (bytesRead === 0) throw new UnreadableFile(name, 'became shorter while it was read')
    at += bytesRead
  }
  return into
}
