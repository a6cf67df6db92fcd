/**
 * Starts processes that create load.
 * Clients and server never share a thread.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { ReplaySeekRequest, ReplaySeekResult } from './auditors.ts'
import type { BoardArrivals, OpenBoardsRequest } from './boards.ts'
import type { SendCommandsRequest, SendResult } from './commands.ts'
import type { AttackRequest, AttackResult } from './hostile-clients.ts'
import type { AnalysePhotosRequest, AnalysisTimes } from './photos.ts'

/**
 * Opens simulated boards (feed clients) in another process.
 * `close()` of the result returns the rows that the boards received.
 */
export async function openBoardProcess(asked: OpenBoardsRequest) {
  const child = fork(path.join(import.meta.dirname, 'boards.ts'))
  child.send(asked)
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The boards could not be opened')))
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => undefined)
  const close = async (): Promise<BoardArrivals['rows']> => {
    child.send('what arrived')
    const [{ rows }] = (await once(child, 'message')) as [BoardArrivals]
    child.disconnect()
    return rows
  }
  return { close }
}

/**
 * Starts a process that sends commands.
 * Each call of `send` sends one series of commands.
 */
export function startCommandSender() {
  const child = fork(path.join(import.meta.dirname, 'commands.ts'))
  const send = async (asked: SendCommandsRequest): Promise<SendResult> => {
    child.send(asked)
    const [answer] = (await once(child, 'message')) as [SendResult]
    return answer
  }
  return { send, close: () => child.disconnect() }
}

/**
 * Starts hostile clients in another process, which attack until `stop` is called.
 * `stop` returns the counts of their attacks.
 */
export const startHostileClients = (asked: AttackRequest) =>
  startUntilStopped<AttackResult>('hostile-clients.ts', asked)

/**
 * Starts a process that simulates auditors, and waits until it has read a whole dashboard.
 * The returned `stop` ends the process and returns how long each read of a dashboard took.
 */
export async function startAuditorProcess(asked: ReplaySeekRequest) {
  const { child, stop } = startUntilStopped<ReplaySeekResult>('auditors.ts', asked)
  await once(child, 'message')
  return { stop }
}

/**
 * Starts a process that sends photos until `stop` is called.
 * `stop` returns the times of the analyses.
 */
export const startPhotoSender = (asked: AnalysePhotosRequest) => startUntilStopped<AnalysisTimes>('photos.ts', asked)

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
