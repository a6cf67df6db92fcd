/**
 * The way to ask a running process for a backup: a socket in the data folder, which only the owner can reach. Nobody else can
 * copy the databases while it runs, since it holds them alone.
 */
import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** What came of it; the error is a sentence. */
export interface Answer {
  error?: string
}

export const doorOf = (dataDir: string) =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\wastesense-${hash('sha256', path.resolve(dataDir), 'hex').slice(0, 32)}`
    : path.join(dataDir, 'backup.sock')

/** Listens, and copies into the folder that is asked for, one at a time. Rejects where no socket can be made. */
export async function openDoor(dataDir: string, copyTo: (folder: string) => Promise<void>): Promise<Server> {
  const door = doorOf(dataDir)
  // What a killed process left; a living one would hold the log, and we do.
  if (process.platform !== 'win32') rmSync(door, { force: true })
  let turn = Promise.resolve()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    turn = turn.then(async () => {
      const answer = await text(socket)
        .then(copyTo)
        .then(
          (): Answer => ({}),
          (error: Error): Answer => ({ error: error.message }),
        )
      socket.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(door, resolve)
  })
  // A backup is no reason to stay alive.
  return server.unref()
}

/** A connection to the process that runs on this data, or undefined when none does. */
async function knock(dataDir: string): Promise<Socket | undefined> {
  const socket = connect({ path: doorOf(dataDir), allowHalfOpen: true })
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Whether a process runs on this data. */
export async function isServed(dataDir: string): Promise<boolean> {
  const socket = await knock(dataDir)
  socket?.destroy()
  return socket !== undefined
}

/** The answer of the process that runs on this data, or undefined when none does. Throws when it ended in between. */
export async function ask(dataDir: string, folder: string): Promise<Answer | undefined> {
  const socket = await knock(dataDir)
  if (!socket) return undefined
  socket.end(folder)
  const answer = await text(socket)
  if (!answer) throw new Error('WasteSense ended before the backup was complete. Try again.')
  return JSON.parse(answer) as Answer
}
