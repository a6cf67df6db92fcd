/** A log like a city's of years: residents report, trucks are scheduled, leave and arrive; straight into the store, past every rule. */
import { randomUUID } from 'node:crypto'
import { type EventStore, NO_STREAM } from '#platform/event-store/event-store.ts'
import { FIRST_ZONE_NAMES } from '#rules/first-zones.ts'

const RESIDENTS = 20_000
const TRUCKS = 40
const DISPATCHERS = 12
/** Reports of one collection. */
const REPORTS = 20
const STEP_MS = 32_000
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')

const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T

interface Happening {
  stream: string
  type: string
  data: object
  actor: string
  commandId: string
}

/** Endless, in the order in which it happens. */
function* happenings(): Generator<Happening> {
  for (let n = 0; n < DISPATCHERS; n++) yield registered(`ud${n}`, 'dispatcher')
  for (let n = 0; n < RESIDENTS; n++) yield registered(`u${n}`, 'resident')
  for (let round = 0; ; round++) yield* collection(round)
}

const registered = (userId: string, role: string): Happening => ({
  ...{ stream: `account-${userId}`, type: 'AccountRegistered', actor: 'system', commandId: randomUUID() },
  data: { userId, role, sealed: 'x'.repeat(120) },
})

function* collection(round: number): Generator<Happening> {
  const zone = pick(FIRST_ZONE_NAMES, round)
  const [vehicleId, dispatcher] = [`T${String(round % TRUCKS).padStart(3, '0')}`, `ud${round % DISPATCHERS}`]
  const [scheduleId, dispatchId] = [`SCH-${round}-${vehicleId}`, `COL-${vehicleId}-${round}`]
  const deliveryId = `DEL-${vehicleId}-${round}-AN`
  const reportIds = Array.from({ length: REPORTS }, (_, n) => {
    const of = round * REPORTS + n
    return `u${of % RESIDENTS}.${1 + Math.floor(of / RESIDENTS)}`
  })
  const about = { vehicleId, zone, scheduleId }
  for (const reportId of reportIds) {
    const userId = reportId.split('.')[0] as string
    const data = { reportId, userId, zone, sealed: 'x'.repeat(100), told: { reportedCount: 1, total: 9, threshold: 9 } }
    yield { stream: `bin-${reportId}`, type: 'BinReportedFull', data, actor: userId, commandId: randomUUID() }
  }
  const truck = (type: string, data: object, actor: string, commandId: string = randomUUID()): Happening => ({
    ...{ stream: `vehicle-${round}-${type}`, type, data, actor, commandId },
  })
  yield truck('CollectionStarted', { ...about, reportIds }, 'system', `job/start-${scheduleId}`)
  const loads = [{ deliveryId, zone, reportIds, weight: 1_950 }]
  const dispatch = { dispatchId, vehicleId, siteId: 'WS001', loads, scheduleIds: [scheduleId], leftIds: [] }
  yield truck('TruckDispatched', dispatch, dispatcher)
  for (const reportId of reportIds) {
    const data = { reportId, userId: reportId.split('.')[0], zone, collectedBy: dispatcher, dispatchId }
    const command = { actor: dispatcher, commandId: `${dispatchId}/${reportId}` }
    yield { stream: `bin-${reportId}-done`, type: 'ReportCollected', data, ...command }
  }
  yield truck(
    'DeliveryMoved',
    { deliveryId, status: 'arrived', movedBy: 'system' },
    'system',
    `job/arrive-${deliveryId}`,
  )
  yield truck('TruckArrived', { vehicleId, siteId: 'WS001' }, 'system', `job/free-${dispatchId}`)
}

/** Events that wait for one sync together. */
const AT_ONCE = 5_000

/** Each in a stream of its own, marked as simulated so that it happened when it says. */
export async function fillHistory(store: EventStore, count: number): Promise<void> {
  let made = 0
  let waiting: Promise<unknown>[] = []
  for (const { stream, type, data, actor, commandId } of happenings()) {
    if (made === count) break
    const at = new Date(BEGIN + made * STEP_MS).toISOString()
    const meta = { commandId, fingerprint: 'bench', actor, simulated: true as const }
    waiting.push(
      store.append(`${stream}`, NO_STREAM, [{ id: randomUUID(), type, data: { ...data, happenedAt: at }, meta }]),
    )
    made++
    if (waiting.length < AT_ONCE) continue
    await Promise.all(waiting)
    waiting = []
  }
  await Promise.all(waiting)
}
