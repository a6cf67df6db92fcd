/** A process of its own that sends POSTs: at a steady pace, or as fast as so many connections answer. */
import { randomUUID } from 'node:crypto'
import { call } from '../calls.ts'

/** What the parent asks for. Each sender sends once per round, with the next token. */
export interface SendCommands {
  url: string
  path: string
  /** One POST for each, in this order. */
  tokens: string[]
  concurrent: number
  /** Commands per second; as fast as possible when absent. */
  perSecond?: number
}

export interface Sent {
  /** For each command: its report, when it was sent (milliseconds since 1970), and how long its answer took. */
  commands: { reportId: string; sentAt: number; tookMs: number }[]
  refused: number
  seconds: number
}

const now = () => performance.timeOrigin + performance.now()

process.on('message', async ({ url, path, tokens, concurrent, perSecond }: SendCommands) => {
  const sent: Sent = { commands: [], refused: 0, seconds: 0 }
  let next = 0
  async function one(token: string): Promise<void> {
    const sentAt = now()
    const body = { description: 'The bin at the gate is full' }
    const answer = await call<{ report?: { id: string } }>(url, { method: 'POST', path, token, key: randomUUID(), body })
    if (answer.status >= 300) sent.refused++
    else sent.commands.push({ reportId: answer.body.report?.id ?? '', sentAt, tookMs: now() - sentAt })
  }
  const began = performance.now()
  if (perSecond) {
    const under: Promise<void>[] = []
    for (const token of tokens) {
      const due = began + (next++ * 1000) / perSecond
      const wait = due - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      under.push(one(token))
    }
    await Promise.all(under)
  } else {
    const sender = async () => {
      for (let token = tokens[next++]; token !== undefined; token = tokens[next++]) await one(token)
    }
    await Promise.all(Array.from({ length: concurrent }, sender))
  }
  sent.seconds = (performance.now() - began) / 1000
  process.send?.(sent)
})
process.once('disconnect', () => process.exit(0))
