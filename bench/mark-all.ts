/** mark-all: one click collects 5,000 open reports; how soon it is answered, and how soon every open screen shows all of it. */

import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { isRejection } from '#contract/door/problems.ts'
import { START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { type Account, openHere, registerMany } from './arrange.ts'
import { call } from './calls.ts'
import { openWatchers, type Screen } from './load/watch.ts'
import { inFolder, measureSync, percentile, round } from './measure.ts'
import { spawnServer, untilStill } from './server.ts'

const REPORTS = 5_000
const DISPATCHERS = 20
const RESIDENTS = 100

async function reportAll(kernel: Kernel, residents: readonly Account[]): Promise<void> {
  const reportFor = createReportFor(kernel)
  for (let from = 0; from < residents.length; from += 200)
    await Promise.all(
      residents.slice(from, from + 200).map(async ({ userId, zone, name }) => {
        const envelope = { commandId: `bench/${userId}`, fingerprint: 'bench', actor: userId }
        const answer = await reportFor({ userId, zone, name }, 'The bin at the gate is full', envelope)
        if (isRejection(answer)) throw new Error(answer.message)
      }),
    )
}

/** What each screen shows once the whole dispatch is on it. */
function screensOf(dispatcher: string, residents: readonly Account[]): Screen[] {
  const ofDispatchers = (['active-reports', 'zones', 'vehicles', 'deliveries'] as const).flatMap((room) =>
    Array.from({ length: DISPATCHERS }, () => ({ token: dispatcher, room })),
  )
  const ofResidents = residents.slice(0, RESIDENTS).map(({ token }) => ({ token, room: 'my-reports' as const }))
  return [...ofDispatchers, ...ofResidents]
}

/** Seconds from the dispatch to the last bin that was written. */
async function readWritten(folder: string): Promise<{ seconds: number; bytes: number; bins: number }> {
  const log = openSqliteEventStore(path.join(folder, 'log.db'))
  const events = await log.readAll(START, 100_000)
  await log.close()
  const dispatch = events.find(({ type }) => type === 'TruckDispatched')
  const bins = events.filter(({ type }) => type === 'ReportCollected')
  const seconds = ((bins.at(-1)?.at ?? Number.NaN) - (dispatch?.at ?? Number.NaN)) / 1000
  return { seconds, bytes: JSON.stringify(dispatch?.data).length, bins: bins.length }
}

export default async function bench() {
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const residents = await registerMany(kernel, 'resident', REPORTS)
    const [dispatcher] = await registerMany(kernel, 'dispatcher', 1)
    const token = dispatcher?.token ?? ''
    await reportAll(kernel, residents)
    await close()
    const disk = measureSync(folder)

    const server = await spawnServer(folder).ready
    const watchers = await openWatchers(server.url, screensOf(token, residents))
    await pause(4_000)
    const clickedAt = performance.timeOrigin + performance.now()
    const { status, body } = await call<{ updatedCount: number }>(server.url, {
      method: 'PATCH',
      path: '/auth/reports/mark-all-collected',
      token,
      body: { dumpingSiteId: 'WS001', truckId: 'T001' },
    })
    const answeredMs = performance.timeOrigin + performance.now() - clickedAt
    if (status !== 200) throw new Error(`The click was answered with ${status}`)
    const shown = await watchers.shown()
    const toScreen = shown.map(({ at }) => at - clickedAt)
    await untilStill(server.url)
    watchers.close()
    await server.stop()
    const written = await readWritten(folder)
    return {
      reports: body.updatedCount,
      screens: shown.length,
      answer_ms: round(answeredMs),
      screen_p50_ms: percentile(toScreen, 0.5),
      screen_max_ms: percentile(toScreen, 1),
      half_shown: shown.filter(({ halves }) => halves > 0).length,
      event_bytes: written.bytes,
      bins_written: written.bins,
      bins_written_s: written.seconds,
      ...disk,
    }
  })
}
