/** Starts the load's processes, so that clients and server never share a thread. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Scrub, Scrubbed } from './auditors.ts'
import type { Arrived, OpenBoards } from './boards.ts'
import type { SendCommands, Sent } from './commands.ts'
import type { Disturb, Done } from './neighbours.ts'
import type { LookAtPhotos, Looked } from './photos.ts'

/** Opens boards in another process; `close` returns what arrived. */
export async function openBoards(asked: OpenBoards) {
  const child = fork(path.join(import.meta.dirname, 'boards.ts'))
  child.send(asked)
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The boards could not be opened')))
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const close = async (): Promise<Arrived['rows']> => {
    child.send('what arrived')
    const [{ rows }] = (await once(child, 'message')) as [Arrived]
    child.disconnect()
    return rows
  }
  return { close }
}

/** Starts a sender in another process; each `send` is one run. */
export function startSender() {
  const child = fork(path.join(import.meta.dirname, 'commands.ts'))
  const send = async (asked: SendCommands): Promise<Sent> => {
    child.send(asked)
    const [answer] = (await once(child, 'message')) as [Sent]
    return answer
  }
  return { send, close: () => child.disconnect() }
}

/** Starts hostile clients in another process; `stop` returns their counts. */
export const startNeighbours = (asked: Disturb) => startUntilStopped<Done>('neighbours.ts', asked)

/**
 * Starts auditors in another process and waits for their first frame.
 * `stop` returns the times of their frames.
 */
export async function startAuditors(asked: Scrub) {
  const { child, stop } = startUntilStopped<Scrubbed>('auditors.ts', asked)
  await once(child, 'message')
  return { stop }
}

/** Sends photos from another process; `stop` returns the time of each. */
export const startPhotos = (asked: LookAtPhotos) => startUntilStopped<Looked>('photos.ts', asked)

function startUntilStopped<Answer>(file: string, asked: object) {
  const child = fork(path.join(import.meta.dirname, file))
  child.send(asked)
  const stop = async (): Promise<Answer> => {
    child.send('stop')
    const [answer] = await once(child, 'message')
    child.disconnect()
    return answer as Answer
  }
  return { child, stop }
}
