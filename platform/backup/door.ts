/**
 * The way to ask a running process for a backup: a socket in the data folder, which only the owner can reach. Nobody else can
 * copy the databases while it runs, since it holds them alone.
 */
import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { counted } from '#rules/figure.ts'
import { sentenceOf } from '../disk-errors.ts'

/** What came of it; the error is a sentence. */
export interface Answer {
  error?: string
}

/** What an address of a socket can hold, in bytes: 104 on macOS, 108 on Linux, with the zero at its end. */
const MOST_BYTES = 103
/** Of the path of a folder that somebody asks for. */
const MOST_ASKED = 16_384
/** A process that copies says so every few seconds; one that says nothing for so long has stopped, in ms. */
const SAYS_SO_MS = 5_000
const SILENT_MS = 60_000

/** Throws a sentence where the data folder's path is too long for a socket in it. */
export function doorOf(dataDir: string): string {
  if (process.platform === 'win32')
    return `\\\\.\\pipe\\wastesense-${hash('sha256', path.resolve(dataDir), 'hex').slice(0, 32)}`
  const door = path.join(dataDir, 'backup.sock')
  const over = Buffer.byteLength(door) - MOST_BYTES
  if (over <= 0) return door
  throw new Error(
    `The path of DATA_DIR is ${counted(over, 'byte')} too long for the socket in it, through which backup, restore and repair learn whether WasteSense runs: ${dataDir}. Set DATA_DIR to a shorter path, such as that of a link to the folder.`,
  )
}

/** Listens, and copies into the folder that is asked for, one at a time. Rejects where no socket can be made. */
export async function openDoor(dataDir: string, copyTo: (folder: string) => Promise<void>): Promise<Server> {
  const door = doorOf(dataDir)
  // What a killed process left; a living one would hold the log, and we do.
  if (process.platform !== 'win32') rmSync(door, { force: true })
  let turn = Promise.resolve()
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => socket.destroy())
    const folder = await asked(socket)
    if (folder === undefined) return socket.destroy()
    // JSON may begin with blanks.
    const saying = setInterval(() => socket.write(' '), SAYS_SO_MS).unref()
    turn = turn.then(async () => {
      const answer = await copyTo(folder).then(
        (): Answer => ({}),
        (error): Answer => ({ error: sentenceOf(error) }),
      )
      clearInterval(saying)
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

/** Returns what comes up to the end; undefined for nothing, and for more than a path can be. */
async function asked(socket: Socket): Promise<string | undefined> {
  let text = ''
  try {
    for await (const part of socket.setEncoding('utf8')) {
      text += part
      if (text.length > MOST_ASKED) return undefined
    }
    return text || undefined
  } catch {
    return undefined
  }
}

/** A connection to the process that runs on this data, or undefined when none does. */
async function knock(dataDir: string): Promise<Socket | undefined> {
  const socket = connect({ path: doorOf(dataDir), allowHalfOpen: true })
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** Whether a process runs on this data. */
export async function isServed(dataDir: string): Promise<boolean> {
  const socket = await knock(dataDir)
  socket?.destroy()
  return socket !== undefined
}

/**
 * The answer of the process that runs on this data, or undefined when none does. Throws when it ended in between, or has said
 * nothing for a minute.
 */
export async function ask(dataDir: string, folder: string, { silentMs = SILENT_MS } = {}): Promise<Answer | undefined> {
  const socket = await knock(dataDir)
  if (!socket) return undefined
  socket.setTimeout(silentMs, () =>
    socket.destroy(new Error('WasteSense is running but does not answer: no backup was taken. Is it stopped or busy?')),
  )
  socket.end(folder)
  const answer = await text(socket)
  if (!answer.trim()) throw new Error('WasteSense ended before the backup was complete. Try again.')
  return JSON.parse(answer) as Answer
}
