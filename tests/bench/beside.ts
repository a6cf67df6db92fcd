/**
 * beside: the same boards and writes on WasteSense and two minimal servers, in turns.
 * Servers: `limit` is Express 5 and socket.io without a store.
 * `postgres-notify` stores each row in PostgreSQL and sends it by NOTIFY.
 * It is skipped without PostgreSQL.
 * Load: 250 reports at 50 a second to 100, 500 and 1,000 boards.
 * Then 2,000 reports of 64 concurrent writers; 5 turns.
 * Figures: medians of the turns.
 * Each turn compares the servers by a ratio.
 * The figure is the ratios' median.
 * A slow moment of the machine thus affects both sides.
 * Reproduce: `npm run bench -- beside` on an otherwise idle Linux machine.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { matchArrivedRows } from './boards-under-load.ts'
import type { Call } from './calls.ts'
import { openInProcessKernel, registerAccounts, reportCallsOf } from './fixtures.ts'
import { openBoardProcess, startCommandSender } from './load/start.ts'
import { logProgress, machineFacts, measureDiskSync, percentile, round, withTempFolder } from './measure.ts'
import { processTreeMemory } from './memory.ts'
import { startPostgres } from './peers/postgres.ts'
import { spawnServer } from './server.ts'

const TURNS = 5
const BOARDS = [100, 500, 1_000]
const PER_SECOND = 50
const COMMANDS = 250
/** Reports that warm the server up before each measured run, at the same rate. */
const WARM = 50
const WRITES = 2_000
const WRITERS = 64
const SETTLE_MS = 1_000

interface System {
  name: string
  url: string
  token: string
  /**
   * HTTP calls that create one report per resident.
   * `clear` collects the reports, because a resident can have only one open report.
   */
  calls: Call[]
  clear(reportIds: string[]): Promise<void>
  memory(): number
  end(): Promise<void>
}

type Sender = ReturnType<typeof startCommandSender>

async function startOurs(folder: string, sender: Sender): Promise<System> {
  const { kernel, close } = await openInProcessKernel(folder)
  const residents = await registerAccounts(kernel, 'resident', WRITES)
  const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
  await close()
  const { url, child, stop } = await spawnServer(folder).ready
  const token = dispatcher?.token ?? ''
  return {
    name: 'wastesense',
    url,
    token,
    calls: reportCallsOf(residents),
    async clear(reportIds) {
      const body = { status: 'collected' }
      const calls = reportIds.map((id): Call => ({ method: 'PATCH', path: `/auth/reports/${id}/status`, token, body }))
      const { refused } = await sender.send({ url, calls, concurrent: WRITERS })
      if (refused > 0) throw new Error(`${refused} of ${calls.length} were not collected`)
    },
    memory: () => processTreeMemory(child.pid ?? 0),
    end: stop,
  }
}

async function startPeer(name: string, file: string, ...args: string[]): Promise<System> {
  const child = fork(path.join(import.meta.dirname, 'peers', file), args)
  const [port] = await once(child, 'message')
  const call: Call = {
    method: 'POST',
    path: '/auth/report-bin-full',
    body: { description: 'The bin at the gate is full' },
  }
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    token: '',
    calls: Array.from({ length: WRITES }, () => call),
    clear: async () => {},
    memory: () => processTreeMemory(child.pid ?? 0),
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Returns the milliseconds from each report to each board. */
async function toScreens({ url, token, calls, clear }: System, sender: Sender, boards: number): Promise<number[]> {
  const opened = await openBoardProcess({ url, token, rooms: ['active-reports'], boards })
  await pause(SETTLE_MS)
  const asked = { url, concurrent: 1, perSecond: PER_SECOND }
  const warm = await sender.send({ ...asked, calls: calls.slice(0, WARM) })
  const sent = await sender.send({ ...asked, calls: calls.slice(WARM, WARM + COMMANDS) })
  await pause(SETTLE_MS)
  const { toScreen, missing } = matchArrivedRows(sent, await opened.close(), boards)
  if (sent.refused + missing > 0) throw new Error(`${sent.refused} refused, ${missing} rows missing`)
  await clear([...warm.commands, ...sent.commands].map(({ reportId }) => reportId))
  return toScreen
}

/** Returns the writes per second of 64 concurrent writers. */
async function writesPerSecond({ url, calls, clear }: System, sender: Sender): Promise<number> {
  const { seconds, refused, commands } = await sender.send({ url, calls, concurrent: WRITERS })
  if (refused > 0) throw new Error(`${refused} were refused`)
  await clear(commands.map(({ reportId }) => reportId))
  return calls.length / seconds
}

export default async function bench() {
  return withTempFolder(async (folder) => {
    const sender = startCommandSender()
    const postgres = await startPostgres(folder)
    const ours = await startOurs(folder, sender)
    const limit = await startPeer('limit', 'limit.ts')
    const notify = postgres && (await startPeer('postgres-notify', 'notify.ts', postgres.url))
    const systems = [limit, ours, ...(notify ? [notify] : [])]
    const peers = systems.filter((system) => system !== ours)
    const figures = new Map<string, number[]>()
    const keep = (name: string, figure: number) => figures.set(name, [...(figures.get(name) ?? []), figure])

    for (let turn = 0; turn < TURNS; turn++) {
      // Changes the order of the systems each turn, because one system's work may affect the next.
      const order = systems.map((_, n) => systems[(n + turn) % systems.length] as System)
      for (const boards of BOARDS) {
        logProgress(`turn ${turn + 1} of ${TURNS}: ${boards} boards, at a load of ${machineFacts().load}`)
        for (const system of order) {
          const times = await toScreens(system, sender, boards)
          keep(`${system.name} ${boards} p50_ms`, percentile(times, 0.5))
          keep(`${system.name} ${boards} p99_ms`, percentile(times, 0.99))
        }
      }
      logProgress(`turn ${turn + 1} of ${TURNS}: ${WRITES} writes`)
      for (const system of order) keep(`${system.name} writes_per_s`, await writesPerSecond(system, sender))
    }

    const memory = systems.map((system): [string, number] => [`${system.name} memory_mb`, round(system.memory(), 0)])
    const ofPostgres = postgres ? round(processTreeMemory(postgres.pid), 0) : undefined
    const disk = measureDiskSync(folder)
    sender.close()
    for (const system of systems) await system.end()
    await postgres?.stop()

    const ratio = (what: string, peer: System) => {
      const [mine = [], theirs = []] = [figures.get(`${ours.name} ${what}`), figures.get(`${peer.name} ${what}`)]
      return percentile(
        mine.map((figure, turn) => figure / (theirs[turn] ?? Number.NaN)),
        0.5,
      )
    }
    const compared = [...BOARDS.flatMap((boards) => [`${boards} p50_ms`, `${boards} p99_ms`]), 'writes_per_s']
    return {
      turns: TURNS,
      ...Object.fromEntries([...figures].map(([name, all]) => [name, percentile(all, 0.5)])),
      ...Object.fromEntries(
        peers.flatMap((peer) => compared.map((what) => [`ours/${peer.name} ${what}`, ratio(what, peer)])),
      ),
      ...Object.fromEntries(memory),
      ...(ofPostgres === undefined
        ? { postgres: 'not found: no peer that stores' }
        : { 'postgres memory_mb': ofPostgres }),
      ...disk,
    }
  })
}
