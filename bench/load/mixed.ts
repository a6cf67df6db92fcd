/** A process of its own that asks as a city at work does: reads of several kinds, and a tenth of writes, at a steady pace. */
import { randomUUID } from 'node:crypto'
import { type Call, call } from '../calls.ts'

export interface Kind {
  name: string
  /** Taken in turn. */
  calls: Call[]
  /** So many of each ten requests. */
  ofTen: number
}

/** What the parent asks for: reports and collects in turn are one request of ten, `reads` the other nine. */
export interface Mix {
  url: string
  perSecond: number
  requests: number
  reads: Kind[]
  /** Each is sent once. */
  reports: Call[]
  /** Who marks them collected. */
  dispatcher: string
}

export interface Mixed {
  /** Milliseconds of each answer, by kind. */
  took: Record<string, number[]>
  /** Answers that refused, and requests that had none, by what was said. */
  errors: Record<string, number>
  /** Until the last answer. */
  seconds: number
}

const TEN = 10

/** The kinds of ten requests, spread: the first of every ten writes. */
const turnOf = (reads: readonly Kind[]): Kind[] => {
  const left = reads.map((kind) => ({ kind, due: 0 }))
  return Array.from({ length: TEN - 1 }, () => {
    for (const each of left) each.due += each.kind.ofTen
    const next = left.reduce((most, each) => (each.due > most.due ? each : most))
    next.due -= TEN - 1
    return next.kind
  })
}

process.on('message', async ({ url, perSecond, requests, reads, reports, dispatcher }: Mix) => {
  const mixed: Mixed = { took: {}, errors: {}, seconds: 0 }
  /** Reports that were answered, and that nobody has collected yet. */
  const open: string[] = []
  const turn = turnOf(reads)
  const asked = new Map<Kind, number>()

  async function ask(name: string, request: Call): Promise<{ report?: { id: string } } | undefined> {
    const began = performance.now()
    try {
      const { status, body } = await call<{ report?: { id: string }; message?: string }>(url, request)
      if (status < 300) {
        mixed.took[name] ??= []
        mixed.took[name].push(performance.now() - began)
        return body
      }
      fail(`${name}: ${status} ${body.message ?? ''}`)
    } catch (error) {
      fail(`${name}: ${(error as Error).message}`)
    }
    return undefined
  }
  const fail = (what: string) => {
    mixed.errors[what] = (mixed.errors[what] ?? 0) + 1
  }

  async function write(): Promise<void> {
    const id = open.length > TEN ? open.shift() : undefined
    const key = randomUUID()
    if (id) {
      const path = `/auth/reports/${encodeURIComponent(id)}/status`
      await ask('collect', { method: 'PATCH', path, token: dispatcher, key, body: { status: 'collected' } })
      return
    }
    const next = reports.shift()
    const answer = next && (await ask('report', { ...next, key }))
    if (answer?.report) open.push(answer.report.id)
  }

  async function read(kind: Kind): Promise<void> {
    const n = asked.get(kind) ?? 0
    asked.set(kind, n + 1)
    await ask(kind.name, kind.calls[n % kind.calls.length] as Call)
  }

  const began = performance.now()
  const under: Promise<void>[] = []
  for (let n = 0; n < requests; n++) {
    const wait = began + (n * 1_000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    under.push(n % TEN === 0 ? write() : read(turn[(n % TEN) - 1] as Kind))
  }
  await Promise.all(under)
  mixed.seconds = (performance.now() - began) / 1_000
  process.send?.(mixed)
})
process.once('disconnect', () => process.exit(0))
