/** Sends commands at a steady pace, or as fast as answers come. */
import { randomUUID } from 'node:crypto'
import { type Call, call } from '../calls.ts'

/** Message from the parent process: the commands to send. */
export interface SendCommandsRequest {
  url: string
  /**
   * API calls in the order in which they are sent.
   * Each call has its own new Idempotency-Key.
   */
  calls: Call[]
  concurrent: number
  /** Commands per second, by default as many as possible. */
  perSecond?: number
}

export interface SendResult {
  /** For each command: the report's id, the sending time (ms since 1970), and the ms until the answer. */
  commands: { reportId: string; sentAt: number; tookMs: number }[]
  refused: number
  seconds: number
}

const now = () => performance.timeOrigin + performance.now()

process.on('message', async ({ url, calls, concurrent, perSecond }: SendCommandsRequest) => {
  const sent: SendResult = { commands: [], refused: 0, seconds: 0 }
  let next = 0
  async function send(asked: Call): Promise<void> {
    const sentAt = now()
    const answer = await call<{ report?: { id: string } }>(url, { ...asked, key: randomUUID() })
    if (answer.status >= 300) sent.refused++
    else sent.commands.push({ reportId: answer.body.report?.id ?? '', sentAt, tookMs: now() - sentAt })
  }
  const began = performance.now()
  if (perSecond) {
    const under: Promise<void>[] = []
    for (const call of calls) {
      const due = began + (next++ * 1000) / perSecond
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      under.push(send(call))
    }
    await Promise.all(under)
  } else {
    const sender = async () => {
      for (let asked = calls[next++]; asked !== undefined; asked = calls[next++]) await send(asked)
    }
    await Promise.all(Array.from({ length: concurrent }, sender))
  }
  sent.seconds = (performance.now() - began) / 1000
  process.send?.(sent)
})
process.once('disconnect', () => process.exit(0))
