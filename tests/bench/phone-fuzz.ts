/**
 * phone-fuzz: fuzzed callbacks of all gateways against the real server, beside SMS and delivery reports.
 * Load: 8 callers, each with one callback at a time.
 * Numbers and sessions belong to 200 people, so several callbacks concern the same person.
 * `--minutes N` sets the time (30).
 * Each fault names the seed of its batch.
 * exits: the server ended.
 * status_5xx and unanswered: any is a fault, like a USSD answer other than 200.
 * Any fault ends the bench with exit code 1.
 * Reproduce: `npm run bench -- phone-fuzz --minutes 30`.
 */
import { fuzzPhone } from '../journeys/phone-fuzz.ts'
import { logProgress, percentile, readProcessUsage, withTempFolder } from './measure.ts'
import { createSecrets } from './phone-secrets.ts'
import { positionOf, spawnServer } from './server.ts'

const DEFAULT_MINUTES = 30
const CALLERS = 8
const LOOK_EVERY_MS = 60_000

export default function bench({ minutes = DEFAULT_MINUTES }: { minutes?: number }) {
  return withTempFolder(async (folder) => {
    const server = await spawnServer(folder).ready
    let exits = 0
    server.child.once('exit', () => {
      exits += 1
    })
    const secrets = await createSecrets(server.url)
    const [first, started] = [readProcessUsage(server.child.pid), await positionOf(server.url)]
    const until = performance.now() + minutes * 60_000
    const looking = setInterval(() => logProgress(`${readProcessUsage(server.child.pid).mb} MB`), LOOK_EVERY_MS)
    const isOver = () => exits > 0 || performance.now() > until
    const result = await fuzzPhone({ url: server.url, secrets, isOver, concurrent: CALLERS, seed: 1 })
    clearInterval(looking)
    const crashed = exits
    const { calls, statuses, unanswered, faults, tookMs } = result
    const last = crashed ? first : readProcessUsage(server.child.pid)
    const events = crashed ? 0 : (await positionOf(server.url)) - started
    for (const fault of faults) console.error(`  ${fault}`)
    if (!crashed) await server.stop()
    const failed = Object.entries(statuses).reduce(
      (sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0),
      0,
    )
    if (crashed || failed || unanswered || faults.length) process.exitCode = 1
    return {
      ...{ minutes, calls, exits: crashed, status_5xx: failed, unanswered, other_faults: faults.length, events },
      ...Object.fromEntries(Object.entries(statuses).map(([status, count]) => [`status_${status}`, count])),
      ...{ p50_ms: percentile(tookMs, 0.5), p99_ms: percentile(tookMs, 0.99) },
      ...{ mb_before: first.mb, mb_after: last.mb },
    }
  })
}
