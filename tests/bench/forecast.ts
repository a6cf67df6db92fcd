/**
 * forecast: time from a report to 20 boards during training, and of reading a forecast.
 * Data: one measured load a day of each of two zones over six years.
 * Load: 500 reports at 50 a second, before and during training.
 * Then 300 reads of `/forecast/next-day`.
 * Reproduce: `npm run bench -- forecast` on an otherwise idle machine.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { addDays } from '#domain/city-time.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { matchArrivedRows } from './boards-under-load.ts'
import { call } from './calls.ts'
import { openInProcessKernel, registerAccounts, reportCallsOf } from './fixtures.ts'
import { openBoardProcess, startCommandSender } from './load/start.ts'
import { percentile, round, withTempFolder } from './measure.ts'
import { spawnServer } from './server.ts'

const DAYS = 6 * 365
const BOARDS = 20
const PER_SECOND = 50
const COMMANDS = 500
const ASKED = 300
const LONGEST_MS = 300_000

const meta = { commandId: 'bench', fingerprint: 'bench', actor: 'system' }
const SHARES = { plastic: 30, paper: 20, glass: 10, metal: 5, organic: 35 }

/**
 * Appends a load per zone and day.
 * Weights have a weekly pattern and reproducible noise.
 */
async function fillYears({ store }: Pick<Kernel, 'store'>): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  for (let ago = DAYS; ago > 0; ago--) {
    const day = addDays(today, -ago)
    const [left, arrived] = ['08:00', '12:00'].map((time) => `${day}T${time}:00.000Z`) as [string, string]
    const loads = INITIAL_ZONE_NAMES.map((zone, n) => ({
      deliveryId: `DEL-${day}-${n}`,
      zone,
      reportIds: [`r${day}`],
      measured: true,
      composition: SHARES,
      weight: 8_000 + 900 * (ago % 7) + 700 * Math.sin(ago * (3 + n)),
    }))
    const truck = { dispatchId: `C-${day}`, vehicleId: `B-${day}`, siteId: 'WS001', scheduleIds: [], leftIds: [] }
    const data = { ...truck, loads, dispatchedBy: 'system', dispatchedAt: left, estimatedArrival: arrived }
    await store.append(`vehicle-B-${day}`, NO_STREAM_REVISION, [
      { id: `d-${day}`, type: 'TruckDispatched', data, meta },
    ])
    for (const { deliveryId } of loads) {
      const moved = { deliveryId, status: 'completed', movedBy: 'system', movedAt: arrived }
      const event = { id: `m-${deliveryId}`, type: 'DeliveryMoved', data: moved, meta }
      await store.append(`delivery-${deliveryId}`, NO_STREAM_REVISION, [event])
    }
  }
}

interface NextDay {
  made_at?: string
  requested_at?: string
}

export default async function forecast() {
  return withTempFolder(async (folder) => {
    const { kernel, close } = await openInProcessKernel(folder)
    await fillYears(kernel)
    const residents = await registerAccounts(kernel, 'resident', 2 * COMMANDS + PER_SECOND)
    const [dispatcher] = await registerAccounts(kernel, 'dispatcher', 1)
    await close()
    const token = dispatcher?.token ?? ''
    const { url, stop } = await spawnServer(folder).ready
    const calls = reportCallsOf(residents)
    const sender = startCommandSender()

    async function nextDay(): Promise<NextDay> {
      return (await call<NextDay>(url, { method: 'GET', path: '/forecast/next-day', token })).body
    }
    /** Waits until a forecast newer than `before` exists and none is pending. */
    async function made(before?: string): Promise<string> {
      for (const began = performance.now(); performance.now() - began < LONGEST_MS; await pause(250)) {
        const { made_at, requested_at } = await nextDay()
        if (made_at && made_at !== before && !requested_at) return made_at
      }
      throw new Error('No forecast was made in time.')
    }
    /**
     * Sends reports.
     * Returns the p99 in ms from a report to its row on a board.
     */
    async function load(): Promise<number> {
      const boards = await openBoardProcess({ url, token, rooms: ['active-reports'], boards: BOARDS })
      await pause(1_000)
      const sent = await sender.send({ url, concurrent: 1, perSecond: PER_SECOND, calls: calls.splice(0, COMMANDS) })
      await pause(1_000)
      const { toScreen, missing } = matchArrivedRows(sent, await boards.close(), BOARDS)
      if (sent.refused + missing > 0) throw new Error(`${sent.refused} refused, ${missing} rows missing`)
      return percentile(toScreen, 0.99)
    }

    const first = await made()
    await pause(12_000)
    await sender.send({ url, concurrent: 1, perSecond: PER_SECOND, calls: calls.splice(0, PER_SECOND) })
    const without = await load()
    const asked = performance.now()
    const { status } = await call(url, { method: 'POST', path: '/forecast/refresh', token, key: 'bench', body: {} })
    if (status !== 200) throw new Error(`The refresh was answered ${status}.`)
    const whileTraining = load()
    const training = made(first).then(() => performance.now() - asked)
    const [during, trained] = await Promise.all([whileTraining, training])
    const times: number[] = []
    for (let n = 0; n < ASKED; n++) {
      const began = performance.now()
      await nextDay()
      times.push(performance.now() - began)
    }
    sender.close()
    await stop()
    return {
      name: 'forecast',
      days: DAYS,
      zones: INITIAL_ZONE_NAMES.length,
      training_s: round(trained / 1_000),
      p99_ms: round(without),
      p99_while_training_ms: round(during),
      ratio: round(during / without),
      next_day_p50_ms: round(percentile(times, 0.5)),
      next_day_p99_ms: round(percentile(times, 0.99)),
    }
  })
}
