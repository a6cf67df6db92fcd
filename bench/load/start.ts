/** Starts the load's processes and talks to them, so that clients and server never share a thread. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Scrub, Scrubbed } from './auditors.ts'
import type { Arrived, OpenBoards } from './boards.ts'
import type { LiveCity } from './city.ts'
import type { SendCommands, Sent } from './commands.ts'
import type { Mix, Mixed } from './mixed.ts'
import type { Disturb, Done } from './neighbours.ts'
import type { LookAtPhotos, Looked } from './photos.ts'

/** Opens boards in a process of their own; `close` tells what arrived on them. */
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

/** A sender in a process of its own: each call of `send` is one run. */
export const startSender = () => startLoad<SendCommands, Sent>('commands.ts')

/** A simulated city in a process of its own. */
export const startCity = () => startLoad<LiveCity, Sent>('city.ts')

/** Mixed requests from a process of their own. */
export const startMix = () => startLoad<Mix, Mixed>('mixed.ts')

/** Bad neighbours in a process of their own; `stop` tells how much they did. */
export const startNeighbours = (asked: Disturb) => startUntilStopped<Done>('neighbours.ts', asked)

/** Auditors in a process of their own, which has started when this settles; `stop` tells how long their frames took. */
export async function startAuditors(asked: Scrub) {
  const { child, stop } = startUntilStopped<Scrubbed>('auditors.ts', asked)
  await once(child, 'message')
  return { stop }
}

/** Whoever photographs, in a process of their own; `stop` tells how long each photo took. */
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

function startLoad<T extends object, Answer>(file: string) {
  const child = fork(path.join(import.meta.dirname, file))
  const send = async (asked: T): Promise<Answer> => {
    child.send(asked)
    const [answer] = await once(child, 'message')
    return answer as Answer
  }
  return { send, close: () => child.disconnect() }
}
