/**
 * phone: time from a USSD callback to its answer, while 100 dashboards are open.
 * Load: 50 callbacks a second for 60 s, from all four gateways in turn.
 * In three of four sessions, a new number chooses a zone and reports (4 callbacks).
 * In the fourth, a known number dials again and reads its report (2 callbacks).
 * p50, p99 and max are of all callbacks.
 * Report_p99 is of those that report.
 * rows: reports that arrived on every dashboard.
 * Reproduce: `npm run bench -- phone` on an otherwise idle machine.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '#contract/endpoints.ts'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { GATEWAY_CALLBACKS } from '../journeys/phone-server.ts'
import { openInProcessKernel, registerAccounts } from './fixtures.ts'
import { openBoardProcess } from './load/start.ts'
import { percentile, readProcessUsage, withTempFolder } from './measure.ts'
import { createSecrets } from './phone-secrets.ts'
import { spawnServer } from './server.ts'

const BOARDS = 100
const PER_SECOND = 50
const SECONDS = 60
const WARM_UP = 100
/** Count of zones on the first screen of the phone menu. */
const ZONES = Math.min(7, INITIAL_ZONE_NAMES.length)
const SETTLE_MS = 3_000

interface Callback {
  gateway: PhoneGateway
  body: string
  /** Whether this callback reports a bin as full. */
  reports: boolean
}

/**
 * Returns the callbacks of simulated phone sessions, at least `callbacks` in total.
 * In a session, each callback follows the answer to the one before.
 */
function sessionsOf(callbacks: number): Callback[][] {
  const sessions: Callback[][] = []
  for (let n = 0, sum = 0; sum < callbacks; n++) {
    const gateway = PHONE_GATEWAYS[n % PHONE_GATEWAYS.length] as PhoneGateway
    const again = n % 4 === 3
    const person = again ? n - 3 : n
    const number = `+23324${String(4_000_000 + person)}`
    const inputs = again ? ['2'] : ['1', String(11 + (n % ZONES)), 'Ama']
    const own = Array.from({ length: inputs.length + 1 }, (_, count) => ({
      gateway,
      body: GATEWAY_CALLBACKS[gateway].body(`bench ${n}`, number, inputs.slice(0, count)),
      reports: !again && count === inputs.length,
    }))
    sessions.push(own)
    sum += own.length
  }
  return sessions
}

export default function bench() {
  return withTempFolder(async (folder) => {
    const { kernel, close } = await openInProcessKernel(folder)
    const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
    await close()
    const server = await spawnServer(folder).ready
    const secrets = await createSecrets(server.url)
    const rooms = ['active-reports'] as const
    const boards = await openBoardProcess({ url: server.url, token: dispatcher?.token ?? '', rooms, boards: BOARDS })
    const took: { ms: number; reports: boolean }[] = []
    let refused = 0

    async function send({ gateway, body, reports }: Callback): Promise<void> {
      const { endpoint, type, read } = GATEWAY_CALLBACKS[gateway]
      const began = performance.now()
      const address = `${server.url}/api${endpoints[endpoint].path.replace(':id', secrets.get(gateway) ?? '')}`
      const response = await fetch(address, { method: 'POST', headers: { 'Content-Type': type }, body })
      const text = await response.text()
      took.push({ ms: performance.now() - began, reports })
      if (response.status !== 200 || (reports && !/reported full/.test(read(text).message))) refused += 1
    }

    /**
     * Sends this many USSD callbacks at a steady rate.
     * Continues open sessions first, then starts new ones.
     */
    async function run(callbacks: number, sessions: Callback[][]): Promise<void> {
      const began = performance.now()
      const ready: Callback[][] = []
      const underWay: Promise<void>[] = []
      for (let n = 0; n < callbacks; n++) {
        const wait = began + (n * 1000) / PER_SECOND - performance.now()
        if (wait > 0) await pause(wait)
        const session = ready.shift() ?? sessions.shift() ?? []
        const next = session.shift()
        if (!next) continue
        underWay.push(send(next).then(() => void (session.length > 0 && ready.push(session))))
      }
      await Promise.all(underWay)
    }

    const sessions = sessionsOf(PER_SECOND * SECONDS + WARM_UP)
    await pause(SETTLE_MS)
    await run(WARM_UP, sessions)
    took.length = 0
    refused = 0
    const before = readProcessUsage(server.child.pid)
    await run(PER_SECOND * SECONDS, sessions)
    const after = readProcessUsage(server.child.pid)
    await pause(SETTLE_MS)
    if (refused > 0) process.exitCode = 1
    const rows = await boards.close()
    await server.stop()

    const all = took.map(({ ms }) => ms)
    const reporting = took.filter(({ reports }) => reports).map(({ ms }) => ms)
    return {
      ...{ boards: BOARDS, callbacks: took.length, refused, reports: reporting.length },
      ...{ p50_ms: percentile(all, 0.5), p99_ms: percentile(all, 0.99), max_ms: Math.round(Math.max(...all)) },
      report_p99_ms: percentile(reporting, 0.99),
      rows: new Set(rows.map(({ id }) => id)).size,
      ...{ server_cpu_ms_per_s: Math.round((after.cpuMs - before.cpuMs) / SECONDS), server_mb: after.mb },
    }
  })
}
