/**
 * mixed: 500 requests a second, a tenth of them writes, beside 100 boards of a city with 100,000 reports behind it; how soon each kind
 * is answered, and how soon the health check.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { lines } from '#contract/lines.ts'
import { type Account, fillLog, openHere, registerMany, reportsOf } from './arrange.ts'
import type { Call } from './calls.ts'
import { BOARD_ROOMS, DASHBOARD } from './load/dashboard.ts'
import type { Kind, Mixed } from './load/mixed.ts'
import { openBoards, startMix } from './load/start.ts'
import { inFolder, measureSync, percentile, round, say, usage } from './measure.ts'
import { spawnServer, untilStill } from './server.ts'

const PER_SECOND = Number(process.env.PER_SECOND ?? 500)
const SECONDS = 30
const WARM_UP_S = 5
const BOARDS = 100
/** Of a report and its collection each. */
const EVENTS = 200_000
/** Each reports once at most. */
const RESIDENTS = Math.ceil((PER_SECOND / 10) * (SECONDS + WARM_UP_S))
const HEALTH_EVERY_MS = 50

const get = (path: string, token: string): Call => ({ method: 'GET', path, token })

/** Who reads what: half of all is the dispatchers' board, of everything that a browser asks for when it opens it. */
function readsOf(residents: readonly Account[], dispatcher: string, admin: string): Kind[] {
  return [
    { name: 'board', ofTen: 5, calls: DASHBOARD.map((name) => get(lines[name].path, dispatcher)) },
    {
      name: 'own',
      ofTen: 2,
      calls: residents.flatMap(({ userId, token }) => [
        get(`/auth/reports/user/${userId}`, token),
        get(lines.notifications.path, token),
        get(lines.schedules.path, token),
      ]),
    },
    {
      name: 'figures',
      ofTen: 1,
      calls: [
        get(lines.adminStats.path, admin),
        get(`${lines.fuelAnalytics.path}?period=7`, dispatcher),
        get(lines.profileFigures.path, dispatcher),
      ],
    },
    {
      name: 'search',
      ofTen: 1,
      calls: [
        get(`${lines.adminReports.path}?search=bench+1`, admin),
        get(`${lines.adminUsers.path}?search=bench+2`, admin),
      ],
    },
  ]
}

/** Asks for the health at a pace of its own, until it is stopped; answers how long each answer took, and how many did not say 'ok'. */
function watchHealth(url: string) {
  const took: number[] = []
  let refused = 0
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      const began = performance.now()
      const answer = await fetch(`${url}/health`)
      await answer.text()
      took.push(performance.now() - began)
      if (!answer.ok) refused++
      await pause(HEALTH_EVERY_MS)
    }
  })()
  return {
    async stop() {
      stopped = true
      await watching
      return { took, refused }
    },
  }
}

function figuresOf({ took, errors, seconds }: Mixed) {
  const answers = Object.values(took).flat()
  const ofKinds = Object.entries(took).flatMap(([kind, times]) => [
    [`${kind}_p50_ms`, percentile(times, 0.5)],
    [`${kind}_p99_ms`, percentile(times, 0.99)],
  ])
  return {
    per_second: round(answers.length / seconds, 1),
    ...Object.fromEntries(ofKinds),
    errors: Object.values(errors).reduce((sum, count) => sum + count, 0),
    ...(Object.keys(errors).length > 0 && { said: JSON.stringify(errors) }),
  }
}

export default async function bench() {
  return inFolder(async (folder) => {
    await fillLog(folder, EVENTS)
    const { kernel, close } = await openHere(folder)
    const residents = await registerMany(kernel, 'resident', RESIDENTS)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    const [admin] = await registerMany(kernel, 'admin', 1)
    await close()
    say('the city is there')
    const disk = measureSync(folder)
    const server = await spawnServer(folder).ready
    const { url } = server
    await untilStill(url)
    const token = dispatcher?.token ?? ''
    const opened = await openBoards({ url, token, rooms: BOARD_ROOMS, boards: BOARDS })
    const load = startMix()
    const reads = readsOf(residents, token, admin?.token ?? '')
    const reports = reportsOf(residents)
    const mix = (seconds: number) =>
      load.send({
        ...{ url, perSecond: PER_SECOND, requests: PER_SECOND * seconds, reads, dispatcher: token },
        reports: reports.splice(0, Math.ceil((PER_SECOND / 10) * seconds)),
      })
    await mix(WARM_UP_S)
    say('warm')
    const health = watchHealth(url)
    const before = usage(server.child.pid).cpuMs
    const mixed = await mix(SECONDS)
    const cpuMs = usage(server.child.pid).cpuMs - before
    const { took, refused } = await health.stop()
    load.close()
    await opened.close()
    await server.stop()
    return {
      asked_per_second: PER_SECOND,
      boards: BOARDS,
      ...figuresOf(mixed),
      // Beside other work on the machine only this says what an answer costs, boards and all.
      cpu_ms_an_answer: round(cpuMs / Object.values(mixed.took).flat().length),
      health_p50_ms: percentile(took, 0.5),
      health_p99_ms: percentile(took, 0.99),
      health_not_ok: refused,
      ...disk,
    }
  })
}
