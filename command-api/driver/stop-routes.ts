/** HTTP handlers of stops: outcomes, and the locations of bins. */

import type { z } from 'zod'
import type { BinPlace, ServeStopBody as Said } from '#contract/commands.ts'
import { hasDeliveryArrived } from '#contract/deliveries/delivery-progress.ts'
import type { EventData, EventOf } from '#contract/events.ts'
import { isRejection, PROBLEM_STATUS, type Rejection, reject } from '#contract/http/problems.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { measureMetresBetween } from '#domain/geography.ts'
import { CLOCK_TOLERANCE_MS } from '#domain/plausible-limits.ts'
import {
  isUsablePosition,
  MAX_STOP_OUTCOME_AGE_MS,
  MAX_STOP_OUTCOME_LEAD_MS,
  type PhonePosition,
  STOP_EXCEPTIONS,
} from '#domain/stop-outcomes.ts'
import type { Coordinates } from '#domain/zones.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { commandEnvelopeOf } from '#platform/http/command-key.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { PersonErased } from '#platform/vault/vault.ts'
import { loadAccountState } from '../aggregates/account.ts'
import { type Bin, binAggregate, handleBinCommand, hasReport, reporterOf } from '../aggregates/bin.ts'
import { deliveryAggregate } from '../aggregates/delivery.ts'
import { loadDriverAssignments, NO_TRUCK_REJECTION, vehicleIdsOfDriverSince } from '../aggregates/drivers.ts'
import { pointOfBinPlace, recordBinPlace } from '../aggregates/place-bin.ts'
import { type CollectionRound, findRoundOfStop, truckRoundsFold } from '../aggregates/rounds.ts'
import { findTruckDispatch, vehicleAggregate } from '../aggregates/vehicle.ts'
import { loadZone } from '../aggregates/zone.ts'
import { hasEvents } from '../kernel/decider.ts'
import { createIdempotencyKeyStore } from '../kernel/idempotency-keys.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { NO_REPORT_REJECTION } from '../reports/reopen-report.ts'
import { type RecordStopOutcomeCommand, recordStopOutcome } from './serve-stop.ts'

const OTHER_TRUCKS_STOP = reject('forbidden', msg`This stop belongs to another truck.`)
const TOO_LATE = reject('conflict', msg`This collection ended more than two days ago.`)
const NOT_RUNNING = reject('conflict', msg`You can record where a bin is only during its collection.`)

interface OwnStop {
  vehicleId: string
  reporter: string
  round: CollectionRound
}

/**
 * Returns the stop if it belongs to the truck that the driver has now or had recently.
 * Excludes collections that started after the driver left the truck.
 */
async function ownStop({ store, clock }: Kernel, userId: string, stopId: string): Promise<OwnStop | Rejection> {
  const reporter = reporterOf(stopId)
  if (!reporter) return NO_REPORT_REJECTION
  const [assigned, state] = await Promise.all([
    loadDriverAssignments({ store }),
    loadState(store, binAggregate.stream(reporter), binAggregate),
  ])
  if (!hasReport(state, stopId)) return NO_REPORT_REJECTION
  const vehicles = vehicleIdsOfDriverSince(assigned, userId, clock().getTime() - MAX_STOP_OUTCOME_AGE_MS)
  if (vehicles.size === 0) return NO_TRUCK_REJECTION
  for (const [vehicleId, leftAt] of vehicles) {
    const { rounds } = await loadState(store, vehicleAggregate.stream(vehicleId), truckRoundsFold)
    const own = rounds.filter(({ startedAt }) => Date.parse(startedAt) <= leftAt)
    const round = findRoundOfStop(own, stopId) ?? own.find(continues(state, stopId))
    if (round) return { vehicleId, reporter, round }
  }
  return OTHER_TRUCKS_STOP
}

/**
 * Returns whether a driver corrected the stop's outcome during a collection.
 * The correction reopened the report under a new id that the collection lacks.
 */
const continues =
  ({ served }: Bin, stopId: string) =>
  ({ scheduleId }: CollectionRound) =>
    served?.stopId === stopId && served.scheduleId === scheduleId

/** Refuses a time before the collection, in the future, or longer ago than the maximum age. */
export function refuseTime(
  at: string,
  { scheduledStart, startedAt }: CollectionRound,
  now: Date,
): Rejection | undefined {
  const time = Date.parse(at)
  const refuse = (why: Message) => reject('bad-request', why, { at: why })
  if (time > now.getTime() + CLOCK_TOLERANCE_MS)
    return refuse(msg`This time is in the future. Check the clock of the phone.`)
  // Ignores a start in the future, which comes from a wrong clock.
  const start = Math.min(Date.parse(scheduledStart), Date.parse(startedAt), now.getTime())
  if (time < start - MAX_STOP_OUTCOME_LEAD_MS)
    return refuse(msg`This time is before the collection. Check the clock of the phone.`)
  return now.getTime() - time > MAX_STOP_OUTCOME_AGE_MS
    ? refuse(msg`You can only send your entries within two days.`)
    : undefined
}

type OutcomeQuota = (userId: string, outcomes: number) => Promise<Rejection | undefined>

const unlimited: OutcomeQuota = async () => undefined

export function createStopOutcomeHandlers(kernel: Kernel, quota: OutcomeQuota = unlimited): Handlers {
  const { store, sealer, rows, clock, pictures } = kernel
  const keys = createIdempotencyKeyStore(kernel)

  /**
   * Refuses the outcome of a stop that was not emptied if its reason is missing.
   * Also refuses a reason that this installation does not use.
   */
  async function refuseException({ outcome, exception }: Pick<RecordStopOutcomeCommand, 'outcome' | 'exception'>) {
    const refuse = (why: Message) => reject('incomplete', why, { exception: why })
    if (outcome === 'collected') return exception && refuse(msg`Choose ‘collected’ or a reason, not both.`)
    if (!exception) return refuse(msg`Choose why the bin was not emptied.`)
    const { stop_exceptions: used = STOP_EXCEPTIONS } = await readConfiguration(await rows.standing('configuration'))
    return used.includes(exception) ? undefined : refuse(msg`Choose another reason: this one is not in use.`)
  }

  /** Returns a bin's coordinates, if its recorded place has any. */
  async function pointOf(reporter: string, { place }: Bin, zone: string): Promise<Coordinates | undefined> {
    if (!place) return undefined
    const [opened] = await sealer.open<BinPlace>([{ personId: reporter, sealed: place }])
    const centre = (await loadZone(store, zone)).opened?.centre
    return opened && centre && pointOfBinPlace(opened, centre)
  }

  async function proofOf({ reporter, round }: OwnStop, state: Bin, driver: string, fix: PhonePosition | undefined) {
    if (!fix || !isUsablePosition(fix)) return {}
    const point = await pointOf(reporter, state, round.zone)
    const metres = point && Math.round(measureMetresBetween(point, { lat: fix.lat, lng: fix.lon }))
    return { sealedFix: await sealer.seal(driver, fix), ...(metres !== undefined && { metres }) }
  }

  /**
   * Returns whether the load of a collection has arrived at its site.
   * Reads the deliveries, because a job records the arrival elsewhere only later.
   */
  async function isUnloaded({ endedAt, onTheWay, deliveryIds = [] }: CollectionRound): Promise<boolean> {
    if (!endedAt || !onTheWay) return endedAt !== undefined
    const loads = await Promise.all(
      deliveryIds.map((id) => loadState(store, deliveryAggregate.stream(id), deliveryAggregate)),
    )
    return loads.some(({ status }) => hasDeliveryArrived(status))
  }

  /** Returns true if the report's row says that it is collected but in no load yet. */
  async function isLoose(reportId: string) {
    const [row] = await (await rows.upToNow('reports')).get<Row & { loose?: true }>('reports', [reportId])
    return row?.loose
  }

  /** Photos and notes of an erased person's bin must not be stored. */
  const isErased = async (reporter: string) => (await loadAccountState(store, reporter)).status === 'erased'

  /**
   * Encrypts a driver's note with the reporter's key.
   * Returns undefined if the reporter was erased.
   */
  async function sealNote(reporter: string, note: string): Promise<string | undefined> {
    try {
      return await sealer.seal(reporter, { note })
    } catch (error) {
      if (error instanceof PersonErased) return undefined
      throw error
    }
  }

  /** Records one outcome; `at` is the time of the stop. */
  async function serve({ stopId, said, at, userId, envelope, claim }: OneOutcome) {
    const refused = await refuseException(said)
    if (refused) return refused
    const own = await ownStop(kernel, userId, stopId)
    if (isRejection(own)) return own
    const { reporter, round, vehicleId } = own
    const { endedAt, scheduleId } = round
    if (endedAt && clock().getTime() - Date.parse(endedAt) > MAX_STOP_OUTCOME_AGE_MS) return TOO_LATE
    const impossible = refuseTime(at, round, clock())
    if (impossible) return impossible
    const { outcome, exception, fix } = said
    const isPersonal = said.picture !== undefined || said.note !== undefined
    const { picture, note } = isPersonal && (await isErased(reporter)) ? {} : said
    // The phone sends another photo under the same key, which must not be reserved yet.
    const missing = picture && (await pictures.check(picture))
    if (missing) return missing
    const reused = await claim?.()
    if (reused) return reused
    const decide = (state: Bin, command: RecordStopOutcomeCommand) => recordStopOutcome(command, state, clock())
    const gather = async (state: Bin) => {
      const command = {
        ...{ stopId, scheduleId, vehicleId, outcome, exception, picture, servedBy: userId },
        servedAt: new Date(at).toISOString(),
        isUnloaded: await isUnloaded(round),
        load:
          round.deliveryIds &&
          (await findTruckDispatch(store, vehicleId, ({ scheduleIds }) => scheduleIds.includes(scheduleId))),
        loose: outcome === 'exception' && state.last?.reportId === stopId ? await isLoose(stopId) : undefined,
        sealedNote: note && (await sealNote(reporter, note)),
        ...(await proofOf(own, state, userId, fix)),
      }
      // A refused outcome leaves no photo.
      const gone = picture && hasEvents(decide(state, command)) ? await pictures.keep(picture) : undefined
      return gone ?? command
    }
    const handled = await handleBinCommand(kernel, reporter, { gather, decide }, envelope)
    // Removes the photo again if the resident was erased meanwhile.
    // The erasure could not yet find this photo.
    if (picture && (await isErased(reporter))) await pictures.remove(picture)
    if (isRejection(handled)) return handled
    const recorded = handled.events.find((event): event is EventOf<'StopServed'> => event.type === 'StopServed')
    const served = recorded?.data ?? handled.state.served
    if (!served) return reject('internal', msg`Your entry was not recorded.`)
    return { ...answerOf(served, handled.events, round), position: handled.position }
  }

  return {
    serveStop: async ({ params: { id: stopId }, body: said, principal: { userId }, envelope }) =>
      (await quota(userId, 1)) ?? serve({ stopId, said, at: said.at, userId, envelope }),

    async serveStops({ body: { sentAt, outcomes }, principal: { userId }, locale }) {
      const tooMany = await quota(userId, outcomes.length)
      if (tooMany) return tooMany
      const now = clock()
      const wrongBy = now.getTime() - Date.parse(sentAt)
      const correction = Math.abs(wrongBy) > CLOCK_TOLERANCE_MS ? wrongBy : 0
      const results: ReturnType<typeof toResult>[] = []
      // Records outcomes in order, because later ones may correct earlier ones.
      for (const { key, stopId, said } of outcomes) {
        const content = [{ id: stopId }, said]
        const envelope = commandEnvelopeOf(
          { name: 'serveStop', actor: userId, given: key, content },
          kernel.keys.fingerprints,
        )
        const at = new Date(Date.parse(said.at) + correction).toISOString()
        const claim = () => keys.claim(envelope)
        results.push(toResult(key, await serve({ stopId, said, at, userId, envelope, claim }), locale))
      }
      return { now: now.toISOString(), results }
    },

    async placeBinAtStop({ params: { id: stopId }, body: { confirm, ...place }, principal: { userId }, envelope }) {
      const own = await ownStop(kernel, userId, stopId)
      if (isRejection(own)) return own
      const { reporter, round } = own
      if (round.endedAt) return NOT_RUNNING
      const command = { userId: reporter, zone: round.zone, place, confirm, source: 'driver' } as const
      const placed = await recordBinPlace(kernel, command, envelope)
      return isRejection(placed) ? placed : { place: placed.bin.place ?? {}, position: placed.position }
    },
  }
}

interface OneOutcome {
  stopId: string
  said: z.output<typeof Said>
  /** ISO time. */
  at: string
  userId: string
  envelope: Envelope
  /**
   * Stores the idempotency key of this outcome.
   * Absent for a single outcome, where the request's own key is stored.
   */
  claim?: () => Promise<Rejection | undefined>
}

type Served = ReturnType<typeof answerOf> & { position: number }

/**
 * Returns the result of one stop outcome, with its texts in the reader's language.
 * A request may contain several outcomes.
 */
function toResult(key: string, answer: Served | Rejection, locale: TextLocale) {
  const translate = translatorOf(locale)
  if (!isRejection(answer)) {
    const { position, message, ...served } = answer
    return { key, status: 200, message: translate(message), ...served, position: String(position) }
  }
  const { rejected, text, errors = {} } = answer
  const fields = Object.entries(errors).map(([field, error]) => [field, translate(error)])
  return { key, status: PROBLEM_STATUS[rejected], message: translate(text), errors: Object.fromEntries(fields) }
}

const toAnswer = ({ stopId, outcome, exception, servedAt }: EventData<'StopServed'>) => ({
  stopId,
  outcome,
  exception,
  servedAt,
})

/**
 * Returns the response to a driver's stop outcome.
 * It says whether a dispatcher had already marked the bin, or the load had already left.
 */
function answerOf(served: EventData<'StopServed'>, events: readonly { type: string }[], { endedAt }: CollectionRound) {
  const stop = toAnswer(served)
  if (served.outcome === 'exception') return { stop, message: msg`Noted. The report stays open.` }
  const isFirst = events.some(({ type }) => type === 'ReportCollected')
  if (served.afterLoad && (isFirst || events.length === 0))
    return {
      stop,
      message: msg`Collected. The load had already left, so its recorded figures do not change.`,
      isLate: true as const,
    }
  if (isFirst && endedAt)
    return { stop, message: msg`Collected. It is counted with the next load of the zone.`, isLate: true as const }
  if (isFirst || events.length === 0) return { stop, message: msg`Collected` }
  const message = msg`A dispatcher had already marked this bin as collected. Your proof was added.`
  return { stop, message, byOthers: true as const }
}
