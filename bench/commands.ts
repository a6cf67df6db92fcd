/** commands: durable ReportBinFull per second at 64 concurrent, in process, and over HTTP beside an empty Express POST. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bin, binStream } from '#command-api/bin.ts'
import { markCollected } from '#command-api/collections/mark-collected.ts'
import { isRejection } from '#command-api/kernel/decider.ts'
import { handle } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { type Account, openHere, registerMany, reportsOf } from './arrange.ts'
import type { Call } from './calls.ts'
import { startSender } from './load/start.ts'
import { inFolder, measureSync, round } from './measure.ts'
import { spawnServer, untilStill } from './server.ts'

const RESIDENTS = 4_000
const CONCURRENT = 64
const ROUNDS = 5

/** Runs `work` for each, so many at a time. */
async function concurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<number> {
  let next = 0
  const began = performance.now()
  const worker = async () => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) await work(one)
  }
  await Promise.all(Array.from({ length: CONCURRENT }, worker))
  return (performance.now() - began) / 1000
}

/** Commands per second of each round; between rounds the bins are collected, off the clock. */
async function inProcess(kernel: Kernel, residents: Account[]): Promise<number[]> {
  const reportFor = createReportFor(kernel)
  const rates: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const open = new Map<string, string>()
    const seconds = await concurrently(residents, async ({ userId, zone, name }) => {
      const envelope = { commandId: `${round}/${userId}`, fingerprint: 'bench', actor: userId }
      const answer = await reportFor({ userId, zone, name }, 'The bin at the gate is full', envelope)
      if (isRejection(answer)) throw new Error(answer.message)
      open.set(userId, answer.report.id)
    })
    rates.push(residents.length / seconds)
    await concurrently(residents, async ({ userId }) => {
      const command = { reportId: open.get(userId) ?? '', collectedBy: 'bench' }
      const envelope = { commandId: `collect/${round}/${userId}`, fingerprint: 'bench', actor: 'bench' }
      await handle(kernel.store, binStream(userId), bin, (state) => markCollected(command, state, new Date()), envelope)
    })
  }
  return rates
}

/** The same client against the empty Express app and against the server, in turn. */
async function overHttp(folder: string, residents: Account[], dispatcher: Account) {
  const sender = startSender()
  const child = fork(path.join(import.meta.dirname, 'load/empty.ts'))
  const [port] = await once(child, 'message')
  const reports = reportsOf(residents)
  const empty = {
    url: `http://127.0.0.1:${port}`,
    calls: reports.map((one): Call => ({ ...one, path: '/empty' })),
    concurrent: CONCURRENT,
  }
  await sender.send(empty)
  const { seconds: emptySeconds } = await sender.send(empty)
  child.disconnect()

  const server = await spawnServer(folder).ready
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const send = async (calls: Call[]) => {
    const sent = await sender.send({ url: server.url, calls, concurrent: CONCURRENT })
    if (sent.refused > 0) throw new Error(`${sent.refused} commands were refused`)
    return sent
  }
  // Everybody's first command since the start checks a signature and reads a name; their second is the steady pace.
  const first = await send(reports)
  const { token } = dispatcher
  const body = { status: 'collected' }
  await send(
    first.commands.map(({ reportId }) => ({ method: 'PATCH', path: `/auth/reports/${reportId}/status`, token, body })),
  )
  // The residents are told of their collection one by one; that work is not what is measured.
  await untilStill(server.url)
  const second = await send(reports)
  sender.close()
  await server.stop()
  return {
    empty: reports.length / emptySeconds,
    first: reports.length / first.seconds,
    http: reports.length / second.seconds,
  }
}

export default async function bench() {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const residents = await registerMany(kernel, 'resident', RESIDENTS)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    const rates = await inProcess(kernel, residents)
    await close()
    const { empty, first, http } = await overHttp(folder, residents, dispatcher as Account)
    return {
      concurrent: CONCURRENT,
      in_process_per_s: Math.round(rates.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0),
      in_process_best_per_s: Math.round(Math.max(...rates)),
      http_per_s: Math.round(http),
      http_first_command_per_s: Math.round(first),
      empty_express_per_s: Math.round(empty),
      http_share_of_empty: round(http / empty),
      ...measureSync(folder),
    }
  })
}
