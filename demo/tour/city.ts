/**
 * Installation for recording the tour: real commands, policies and views.
 * The script sets the clock; fictional people are always the same.
 */

import { registerAccount, userIdOf } from '#command-api/accounts/register.ts'
import { createDriverAssignmentHandlers } from '#command-api/driver/assignment-routes.ts'
import { createStopOutcomeHandlers } from '#command-api/driver/stop-routes.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import { seedSitesAndTrucks, UNMATCHABLE_PASSWORD_HASH } from '#command-api/internal-commands/seed.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createBinReporter } from '#command-api/reports/routes.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { createSiteHandlers } from '#command-api/sites/routes.ts'
import * as shapes from '#contract/commands.ts'
import type { TourRole } from '#contract/demo/tour-recording.ts'
import type { BodyInputOf, EndpointName } from '#contract/endpoints.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { FIRST_NAMES, LAST_NAMES, REPORT_DESCRIPTIONS } from '#demo/simulator/names-and-texts.ts'
import type { Role, Zone } from '#domain/city.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import { type Envelope, LOG_START } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { openWorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { createPolicies } from '#workers/app.ts'
import { jobKinds } from '#workers/jobs.ts'
import { createPolicyFold } from '#workers/runner/fold.ts'
import type { JobKind } from '#workers/runner/job.ts'
import { openTestInstallation, type TestInstallation } from '../fixtures.ts'

/** Names of the policies whose effects are visible in the tour. */
const VISIBLE_POLICIES = [
  'dispatches',
  'thresholds',
  'schedules',
  'residents',
  'compositions',
  'deliveries',
  'trucks',
] as const
const EVENT_READ_LIMIT = 1_000_000

export type TourCity = Awaited<ReturnType<typeof openTourCity>>

export async function openTourCity(folder: string, clock: () => Date) {
  const city = await openTestInstallation(folder, undefined, clock)
  const { kernel } = city
  const finish = followPolicies(city)
  await seedSitesAndTrucks(kernel)
  const reportFor = createBinReporter(kernel)
  const handlers: Handlers = {
    ...{ ...createCollectionHandlers(kernel), ...createSiteHandlers(kernel) },
    ...{ ...createDriverAssignmentHandlers(kernel), ...createStopOutcomeHandlers(kernel) },
  }
  let commands = 0

  /**
   * Runs a command and all jobs that follow.
   * Resolves when views are up to date.
   */
  async function settled<T extends object>(doing: Promise<T | Rejection>): Promise<T> {
    const done = await doing
    if (isRejection(done)) throw new Error(`The tour was refused: ${done.message}`)
    await finish()
    await city.caughtUp()
    return done
  }
  const envelopeOf = ({ userId: actor }: TourPerson) => ({
    commandId: `tour/${++commands}`,
    fingerprint: 'tour',
    actor,
  })
  /** Returns a function that calls the handlers of endpoints as this person, without HTTP. */
  const by =
    (person: TourPerson) =>
    <N extends EndpointName>(name: N, body: object, params = {}) => {
      const call = { body, params, principal: person, envelope: envelopeOf(person) }
      return settled((handlers[name] as (call: object) => Promise<object | Rejection>)(call))
    }
  const dispatcher = by(TOUR_PEOPLE.dispatcher)
  const driver = by(TOUR_DRIVER)
  /** Ids of open reports, by user id. */
  const reports = new Map<string, string>()

  return {
    ...city,
    /** Runs all jobs that are due. */
    pass: () => settled(Promise.resolve({})),
    signUp: (person: TourPerson) => settled(signUp(kernel, person, envelopeOf(person))),
    async report(person: TourPerson, note: string | undefined = reportDescriptionOf(commands)) {
      const reporter = { ...person, zone: person.zone ?? '' }
      const { report } = await settled(reportFor(reporter, note, envelopeOf(person)))
      reports.set(person.userId, report.id)
    },
    takeTruck: (truckId: string) => driver('takeVehicle', shapes.TakeVehicleBody.parse({ vehicleId: truckId })),
    /** Records, as the driver, the outcome of a person's bin. */
    serve: ({ userId }: TourPerson, said: Pick<BodyInputOf<'serveStop'>, 'outcome' | 'exception' | 'fix'>) =>
      driver('serveStop', shapes.ServeStopBody.parse({ ...said, at: clock().toISOString() }), {
        id: reports.get(userId) ?? '',
      }),
    schedule: (zone: string, start: Date) =>
      dispatcher(
        'scheduleCollection',
        shapes.ScheduleCollectionBody.parse({ zone, scheduledStart: start.toISOString() }),
      ),
    collect: (zone: string, truckId: string, dumpingSiteId: string) =>
      dispatcher('markAllCollected', shapes.MarkAllCollectedBody.parse({ zones: [zone], truckId, dumpingSiteId })),
    unload: (siteId: string, holds: object) =>
      dispatcher('updateComposition', shapes.UpdateCompositionBody.parse(holds), { id: siteId }),
  }
}

async function signUp(kernel: Kernel, person: TourPerson, envelope: Envelope) {
  // The tour has no sign-in, and hashing passwords would take too long.
  await kernel.vault.setPassword(person.userId, UNMATCHABLE_PASSWORD_HASH, 0)
  return registerAccount(kernel, { ...person, password: '' }, envelope)
}

/** Returns a function that runs due policy jobs in fixed order. */
function followPolicies({ kernel }: TestInstallation): () => Promise<void> {
  const { store, clock, log } = kernel
  const policies = createPolicies(clock)
  const fold = createPolicyFold(Object.fromEntries(VISIBLE_POLICIES.map((name) => [name, policies[name]])), log)
  const work = { ...kernel, pool: openWorkerThreadPool(), send: createInternalCommands(kernel) }
  const done = new Set<string>()
  let position = LOG_START
  return async () => {
    for (;;) {
      for (const event of await store.readAll(position, EVENT_READ_LIMIT)) {
        fold.take(event)
        position = event.position
      }
      const due = fold
        .outstanding((id) => done.has(id))
        .find(({ id, notBefore = '' }) => !done.has(id) && notBefore <= clock().toISOString())
      if (!due) return
      done.add(due.id)
      const { run }: JobKind = jobKinds[due.job]
      await run(due.data, `job/${due.id}`, work)
    }
  }
}

export const [OTHER_ZONE, ZONE] = INITIAL_ZONE_NAMES

export interface TourPerson<R extends Role = Role> {
  userId: string
  role: R
  name: string
  email: string
  zone?: Zone
  facility?: string
}

const tourPerson = <R extends Role>(
  key: string,
  role: R,
  name: string,
  more: Partial<TourPerson<R>> = {},
): TourPerson<R> => ({
  userId: userIdOf(`tour/${key}`),
  role,
  name,
  email: `${key}@example.com`,
  ...more,
})

/** People whose screens the tour shows. */
export const TOUR_PEOPLE: { [R in TourRole]: TourPerson<R> } = {
  resident: tourPerson('kofi', 'resident', 'Kofi Mensah', { zone: ZONE }),
  dispatcher: tourPerson('esi', 'dispatcher', 'Esi Boateng'),
  recycler: tourPerson('yaw', 'recycler', 'Yaw Asante', { facility: 'WS002' }),
}

/**
 * The driver in the tour.
 * The driver's work appears only on other people's screens.
 */
export const TOUR_DRIVER = tourPerson('kojo', 'driver', 'Kojo Asare')

const pick = <T>(all: readonly T[], n: number) => all[n % all.length] as T

/** Returns the resident of household `n`, with a fixed name. */
export function tourResidentOf(zone: Zone, n: number): TourPerson {
  const offset = zone === ZONE ? 0 : 17
  const name = `${pick(FIRST_NAMES, n * 7 + offset)} ${pick(LAST_NAMES, n * 5 + offset)}`
  return tourPerson(`${zone === ZONE ? 'west' : 'north'}-${n}`, 'resident', name, { zone })
}

/** Returns report `n`'s description; two of three reports have one. */
export const reportDescriptionOf = (n: number) => (n % 3 === 2 ? undefined : pick(REPORT_DESCRIPTIONS, n * 5))
