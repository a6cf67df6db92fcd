/**
 * Admin socket in the data folder, by which the backup command requests a copy.
 * Only the folder's owner can use it.
 * The running process locks the databases against other copies.
 */

import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { formatCountedNoun } from '#domain/number-format.ts'
import { errorSentenceOf } from '../disk-errors.ts'
import type { Log } from '../logging.ts'
import { copyDatabases, isCopyable } from './copy.ts'

/**
 * Result of a backup.
 * `error` is a sentence for an admin.
 */
interface BackupResult {
  error?: string
}

/**
 * Maximum length of a socket's path, in bytes.
 * macOS allows 104, Linux 108, including the final zero.
 */
const SOCKET_PATH_LIMIT_BYTES = 103
/** Maximum length of the path of the folder for the backup. */
const FOLDER_PATH_LIMIT = 16_384
/**
 * Interval in ms at which the server signals during a copy that it is still working.
 * The backup command gives up after a minute without a signal.
 */
const HEARTBEAT_MS = 5_000
const HEARTBEAT_TIMEOUT_MS = 60_000

/**
 * Returns the socket's path.
 * Throws an error for the admin if it is too long.
 */
export function adminSocketPathOf(dataDir: string): string {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\wastesense-${hash('sha256', path.resolve(dataDir), 'hex').slice(0, 32)}`
  const socketPath = path.join(dataDir, 'backup.sock')
  const over = Buffer.byteLength(socketPath) - SOCKET_PATH_LIMIT_BYTES
  if (over <= 0) return socketPath
  throw new Error(
    `The path of DATA_DIR is ${formatCountedNoun(over, 'byte')} too long for its socket, which backup, restore and repair need: ${dataDir}. Set DATA_DIR to a shorter path, such as a link to the folder.`,
  )
}

/**
 * Opens the admin socket.
 * Copies the data folder once per request, in turn.
 * Rejects if the socket can't be created.
 */
export async function openAdminSocket(dataDir: string, copyTo: (folder: string) => Promise<void>): Promise<Server> {
  const socketPath = adminSocketPathOf(dataDir)
  // Removes the socket file that a killed process left behind.
  // No other process uses the file, because this process has locked the log.
  if (process.platform !== 'win32') rmSync(socketPath, { force: true })
  let turn = Promise.resolve()
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => socket.destroy())
    const folder = await readRequestText(socket)
    if (folder === undefined) return socket.destroy()
    // Sends a space at regular intervals, so that the client sees that the backup still runs.
    // The JSON answer may follow white space.
    const saying = setInterval(() => socket.write(' '), HEARTBEAT_MS).unref()
    turn = turn.then(async () => {
      const answer = await copyTo(folder).then(
        (): BackupResult => ({}),
        (error): BackupResult => ({ error: errorSentenceOf(error) }),
      )
      clearInterval(saying)
      socket.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  // The socket must not keep the process alive.
  return server.unref()
}

/**
 * Returns the request text that a client sent on the socket.
 * Returns undefined if the text is empty or longer than any folder path.
 */
async function readRequestText(socket: Socket): Promise<string | undefined> {
  let text = ''
  try {
    for await (const part of socket.setEncoding('utf8')) {
      text += part
      if (text.length > FOLDER_PATH_LIMIT) return undefined
    }
    return text || undefined
  } catch {
    return undefined
  }
}

/** Connects to the process that has opened this data, if any. */
async function connectToServer(dataDir: string): Promise<Socket | undefined> {
  const socket = connect({ path: adminSocketPathOf(dataDir), allowHalfOpen: true })
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Returns whether a server is running on the data folder. */
export async function isServerRunning(dataDir: string): Promise<boolean> {
  const socket = await connectToServer(dataDir)
  socket?.destroy()
  return socket !== undefined
}

/**
 * Requests a backup from the running process that uses the data folder.
 * Returns the process's answer, or undefined if no process uses the folder.
 * Throws if the process ends early or is silent for a minute.
 */
export async function requestBackup(
  dataDir: string,
  folder: string,
  { silentMs = HEARTBEAT_TIMEOUT_MS } = {},
): Promise<BackupResult | undefined> {
  const socket = await connectToServer(dataDir)
  if (!socket) return undefined
  socket.setTimeout(silentMs, () =>
    socket.destroy(new Error('WasteSense is running but does not answer: no backup was taken. Is it stopped or busy?')),
  )
  socket.end(folder)
  const answer = await text(socket)
  if (!answer.trim()) throw new Error('WasteSense ended before the backup was complete. Try again.')
  return JSON.parse(answer) as BackupResult
}

/**
 * Opens the socket through which other processes request a backup of both databases.
 * Returns undefined for databases on servers, whose files can't be copied.
 * Only logs failures, because the process can run without the socket.
 */
export async function openBackupSocket(
  dataDir: string,
  { store, vault }: { store: object; vault: object },
  log: Log,
): Promise<Server | undefined> {
  if (!isCopyable(store) || !isCopyable(vault)) return undefined
  try {
    return await openAdminSocket(dataDir, (folder) => copyDatabases({ log: store, vault }, folder))
  } catch (error) {
    log.warn({ err: error }, 'backups are not possible while this runs: their socket could not be created')
    return undefined
  }
}
