/**
 * bad-neighbour: time from a report to 20 boards, with and without hostile clients.
 * Load: 25 reports a second over the demo's year and 3,000 open reports.
 * Each of three rounds has seven phases of 3 s.
 * The first phase is quiet.
 * In each other phase, 6 hostile clients attack at lowest process priority.
 * Attacks: floods of joins or frames, and readers that stop reading.
 * Also repeated joins of the room with 3,000 rows.
 * Also the widest reads of all endpoints, by six clients and by one.
 * Figures: p50 and p99 of each phase, and its ratio to the quiet p99.
 * Also missing rows, and the server's memory and processor time.
 * Reproduce: `npm run bench -- bad-neighbour` on an otherwise idle Linux machine.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { seedDemoYear } from '#demo/year.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { getEndpoints, widestQueriesOf } from '../journeys/widest-queries.ts'
import { matchArrivedRows } from './boards-under-load.ts'
import { openInProcessKernel, registerAccounts, reportCallsOf } from './fixtures.ts'
import type { BoardArrivals } from './load/boards.ts'
import type { SendResult } from './load/commands.ts'
import type { AttackKind, AttackResult } from './load/hostile-clients.ts'
import { openBoardProcess, startCommandSender, startHostileClients } from './load/start.ts'
import { percentile, readProcessUsage, round, withTempFolder } from './measure.ts'
import { spawnServer } from './server.ts'

const BOARDS = 20
const PER_SECOND = 25
/**
 * Number of repetitions of the whole measurement.
 * Each repetition runs all phases, so other work on the machine affects all phases equally.
 */
const ROUNDS = 3
const SECONDS = 3
/**
 * Number of hostile clients in each phase of the benchmark.
 * Each phase run uses new accounts.
 */
const HOSTILE_CLIENTS = 6
const LARGE_ROOM_ROWS = 3_000
const PEOPLE = 300
type PhaseName = 'quiet' | AttackKind | 'one_wide_reader'
const PHASES: readonly PhaseName[] = [
  'quiet',
  'joins',
  'frames',
  'giant_rooms',
  'slow_readers',
  'wide_reads',
  'one_wide_reader',
]
const COUNT = PER_SECOND * SECONDS

/** Paths of the widest queries of every GET endpoint that a dispatcher may read. */
const WIDE_PATHS = getEndpoints
  .filter(([, { path: at, roles }]) => !at.includes(':') && (roles === 'any' || roles.includes('dispatcher')))
  .flatMap(([, endpoint]) =>
    widestQueriesOf(endpoint).map((query) => `/api${endpoint.path}?${new URLSearchParams(query)}`),
  )

type InProcessKernel = Awaited<ReturnType<typeof openInProcessKernel>>['kernel']

/**
 * Appends 3,000 open reports, so that the feed room of active reports becomes large.
 * Writes directly to the event store, because the benchmark does not measure these writes.
 */
async function reportMany({ store, sealer }: InProcessKernel): Promise<void> {
  const at = new Date().toISOString()
  const meta = { commandId: 'bench', fingerprint: 'bench', actor: 'system' }
  for (let person = 0; person < PEOPLE; person++) {
    const userId = `ucrowd-${person}`
    const sealed = await sealer.seal(userId, { name: `Somebody ${person}`, description: 'Two bags at the gate' })
    const told = { reportedCount: 1, total: 145, threshold: 116 }
    const events = Array.from({ length: LARGE_ROOM_ROWS / PEOPLE }, (_, n) => {
      const data = { reportId: `${userId}.${n}`, userId, zone: INITIAL_ZONE_NAMES[0], sealed, reportedAt: at, told }
      return { type: 'BinReportedFull', id: `crowd-${person}-${n}`, meta, data }
    })
    await store.append(`bin-${userId}`, NO_STREAM_REVISION, events)
  }
}

async function arrange(folder: string) {
  const { kernel, runner, close } = await openInProcessKernel(folder)
  await seedDemoYear(kernel, runner)
  const neighbours = HOSTILE_CLIENTS * ROUNDS * PHASES.length
  const accounts = {
    residents: await registerAccounts(kernel, 'resident', COUNT * ROUNDS * PHASES.length + PER_SECOND + neighbours),
    dispatchers: await registerAccounts(kernel, 'dispatcher', neighbours + 1),
  }
  await reportMany(kernel)
  await close()
  return accounts
}

interface Phase {
  name: PhaseName
  sent: SendResult
  done: AttackResult
  mb: number
  cpuMs: number
}

function figuresOf(name: Phase['name'], phases: readonly Phase[], arrived: BoardArrivals['rows']) {
  const commands = phases.flatMap(({ sent }) => sent.commands)
  const { toScreen, missing } = matchArrivedRows({ commands, refused: 0, seconds: 0 }, arrived, BOARDS)
  const sum = (what: (phase: Phase) => number) => phases.reduce((total, phase) => total + what(phase), 0)
  return {
    [`${name}_p50_ms`]: percentile(toScreen, 0.5),
    [`${name}_p99_ms`]: percentile(toScreen, 0.99),
    [`${name}_rows_missing`]: missing + sum(({ sent }) => sent.refused),
    [`${name}_server_cpu_ms_per_s`]: Math.round(sum(({ cpuMs }) => cpuMs) / (ROUNDS * SECONDS)),
    [`${name}_server_mb`]: Math.max(...phases.map(({ mb }) => mb)),
    ...(name !== 'quiet' && {
      [`${name}_said`]: sum(({ done }) => done.said),
      [`${name}_cut`]: sum(({ done }) => done.cut),
    }),
  }
}

export default async function bench() {
  return withTempFolder(async (folder) => {
    const { residents, dispatchers } = await arrange(folder)
    const server = await spawnServer(folder).ready
    const { url } = server
    const token = dispatchers.pop()?.token ?? ''
    const boards = await openBoardProcess({ url, token, rooms: ['active-reports'], boards: BOARDS })
    const sender = startCommandSender()
    const send = (count: number) =>
      sender.send({ url, concurrent: 1, perSecond: PER_SECOND, calls: reportCallsOf(residents.splice(0, count)) })
    await pause(3_000)
    await send(PER_SECOND)

    const phases: Phase[] = []
    for (const name of Array.from({ length: ROUNDS }, () => PHASES).flat()) {
      const who = name === 'joins' || name === 'frames' ? residents : dispatchers
      const clients = name === 'one_wide_reader' ? 1 : HOSTILE_CLIENTS
      const tokens = who.splice(0, clients).map((account) => account.token)
      const nuisance = name === 'one_wide_reader' ? 'wide_reads' : name
      const before = readProcessUsage(server.child.pid)
      const neighbours =
        nuisance === 'quiet'
          ? undefined
          : startHostileClients({ url, tokens, nuisance, room: 'active-reports', paths: WIDE_PATHS })
      const sent = await send(COUNT)
      const { mb, cpuMs } = readProcessUsage(server.child.pid)
      const done = (await neighbours?.stop()) ?? { said: 0, cut: 0 }
      phases.push({ name, sent, done, mb, cpuMs: cpuMs - before.cpuMs })
      await pause(300)
    }
    await pause(1_500)
    sender.close()
    const arrived = await boards.close()
    await server.stop()

    const figures: Record<string, number> = Object.assign(
      { boards: BOARDS, neighbours: HOSTILE_CLIENTS, open_reports: LARGE_ROOM_ROWS },
      ...PHASES.map((name) =>
        figuresOf(
          name,
          phases.filter((phase) => phase.name === name),
          arrived,
        ),
      ),
    )
    for (const name of PHASES.slice(1))
      figures[`${name}_times_quiet`] = round((figures[`${name}_p99_ms`] ?? 0) / (figures.quiet_p99_ms ?? 1))
    return figures
  })
}
