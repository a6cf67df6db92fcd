/**
 * Tests that the recorded tour matches current script, captions and code.
 * Record again with: REFRESH_TOUR=1 npx vitest run demo/tour/tape.int.test.ts
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { TourRecording, TourRole } from '#contract/demo/tour-recording.ts'
import type { RoomName } from '#contract/feed/rooms.ts'
import { ZONE } from './city.ts'
import { recordTour } from './record.ts'

const FILE = path.join(import.meta.dirname, '../../web/src/features/tour/tape.generated.json')
const REFRESH = 'REFRESH_TOUR=1 npx vitest run demo/tour/tape.int.test.ts'

/** Returns the recording as JSON text, with one value per line. */
const textOf = (tape: TourRecording) => `${JSON.stringify(tape, null, 1)}\n`

let text: string
let tape: TourRecording

async function record(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  try {
    return textOf(await recordTour(folder, (time) => vi.setSystemTime(time)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  text = await record()
  tape = JSON.parse(text)
  if (process.env.REFRESH_TOUR) writeFileSync(FILE, text)
})
afterAll(() => {
  vi.useRealTimers()
})

it('is the one that is kept', () => {
  expect(text === readFileSync(FILE, 'utf8'), `The tape is of an earlier version: ${REFRESH}`).toBe(true)
})

/** Returns the rows of a feed room at a moment of the recorded tour. */
function roomAt(role: TourRole, room: RoomName, moment: number) {
  const rows = new Map<string, Record<string, unknown>>()
  for (const change of tape.screens[role].changes.slice(0, moment + 1).flat()) {
    if (change.room !== room) continue
    for (const row of change.rows) rows.set(row.id, row as never)
    for (const id of change.removed) rows.delete(id)
  }
  return [...rows.values()]
}
/** Returns the index of the last moment in the scene with this title. */
const endOf = (title: string) => tape.moments.findLastIndex(({ scene }) => tape.scenes[scene]?.title === title)
const zoneAt = (moment: number) => roomAt('dispatcher', 'zones', moment).find(({ id }) => id === ZONE)
const ownReport = (moment: number) =>
  roomAt('resident', 'my-reports', moment).find(({ timestamp }) => String(timestamp) > '2026-03-04')
const scheduleAt = (moment: number) => roomAt('resident', 'my-schedules', moment)[0]

it('takes between 60 and 90 seconds', () => {
  const seconds = tape.moments.reduce((sum, { ms }) => sum + ms, 0) / 1_000
  expect(seconds).toBeGreaterThanOrEqual(60)
  expect(seconds).toBeLessThanOrEqual(90)
})

it('tells its story in this order', () => {
  const begin = endOf('A bin is full')
  expect(ownReport(begin)).toBeUndefined()
  expect(zoneAt(begin)).toMatchObject({ currentReports: 61, recommendAt: 66 })
  const reported = endOf('One tap reports it')
  expect(ownReport(reported)).toMatchObject({ status: 'new' })
  expect(zoneAt(reported)).toMatchObject({ currentReports: 62 })
  expect(zoneAt(endOf('The zone fills up'))).toMatchObject({ currentReports: 65 })
  const recommended = endOf('A collection is recommended')
  expect(zoneAt(recommended)).toMatchObject({ currentReports: 66 })
  expect(roomAt('dispatcher', 'notifications', recommended)).toContainEqual(
    expect.objectContaining({ title: 'Collection Recommended', archived: false }),
  )
  expect(scheduleAt(recommended)).toBeUndefined()
  expect(scheduleAt(endOf('Kofi gets a time'))).toMatchObject({
    status: 'scheduled',
    scheduledStart: '2026-03-04T14:00:00.000Z',
    vehicle: { id: 'T001' },
  })
  const out = endOf('The truck sets out')
  expect(scheduleAt(out)).toMatchObject({ status: 'in-progress' })
  expect(ownReport(out)).toMatchObject({ status: 'in-progress' })
  const served = endOf('The driver gives a reason')
  expect(ownReport(served - 1)).toMatchObject({ status: 'in-progress', served: { exception: 'not-out' } })
  expect(roomAt('dispatcher', 'active-reports', served - 1)).toContainEqual(
    expect.objectContaining({ served: expect.objectContaining({ exception: 'not-out', vehicleId: 'T001' }) }),
  )
  expect(roomAt('resident', 'my-notifications', served - 1)).toContainEqual(
    expect.objectContaining({ message: 'Your bin was not out at 14:35. Put it out. We will come again.' }),
  )
  expect(ownReport(served)).toMatchObject({ status: 'collected', served: { outcome: 'collected', placed: true } })
  const collected = endOf('Collected')
  expect(ownReport(collected)).toMatchObject({ status: 'collected' })
  expect(zoneAt(collected)).toMatchObject({ currentReports: 0 })
  expect(roomAt('resident', 'my-notifications', collected)).toContainEqual(
    expect.objectContaining({ title: 'Bin Collected', timestamp: tape.moments[served]?.time }),
  )
})

it('brings the load that was collected to the site', () => {
  const loadAt = (moment: number) =>
    roomAt('recycler', 'deliveries', moment).find(({ reportsCount }) => reportsCount === 66)
  const siteAt = (moment: number) => roomAt('recycler', 'sites', moment).find(({ id }) => id === 'WS002')
  const onItsWay = endOf('The recycler sees the load coming')
  const arrived = endOf('Weighed and analysed')
  expect(loadAt(onItsWay)).toMatchObject({ status: 'in-transit', weight: 5_400 })
  expect(loadAt(arrived)).toMatchObject({ status: 'arrived', composition: { plastic: 33 } })
  const [before, after] = [onItsWay, arrived].map((moment) => Number(siteAt(moment)?.currentCapacity))
  expect(Number(after) - Number(before)).toBeCloseTo(5.4)
})

it('says the same of a report on both sides at every moment', () => {
  for (const moment of tape.moments.keys()) {
    const own = ownReport(moment)
    const onBoard = roomAt('dispatcher', 'active-reports', moment).find(({ id }) => id === own?.id)
    expect(onBoard?.status).toBe(own?.status === 'collected' ? undefined : own?.status)
    const zone = roomAt('resident', 'my-zone', moment)[0]
    expect(zone).toMatchObject({ currentReports: zoneAt(moment)?.currentReports })
  }
})
