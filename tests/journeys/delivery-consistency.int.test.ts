/**
 * Tests that a delivery's stream and row agree after events in any order.
 * Also tests that a weighing ticket serves only one load.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeliveryState, deliveryAggregate, toDelivery } from '#command-api/aggregates/delivery.ts'
import type { Decision } from '#command-api/kernel/decider.ts'
import { arriveDelivery } from '#command-api/schedules/arrive-delivery.ts'
import { createDelivery } from '#command-api/schedules/create-delivery.ts'
import { disputeComposition, settleDispute } from '#command-api/schedules/dispute-composition.ts'
import { changeDeliveryStatus } from '#command-api/schedules/move-delivery.ts'
import { createCollectionHandlers, createDeliveryHandlers } from '#command-api/schedules/routes.ts'
import { weighDelivery } from '#command-api/schedules/weigh-delivery.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Event, EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { EventInStream } from '#contract/streams.ts'
import { tableNameOf } from '#contract/tables.ts'
import type { Delivery } from '#contract/views.ts'
import { DELIVERY_STATUSES } from '#domain/city.ts'
import { hasType, LOG_START } from '#platform/event-store/event-store.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { applyEventBatch } from '#projections/runner/apply.ts'
import { toRecordedEvents } from '#projections/runner/fixtures.ts'
import { type DeliveryRow, decryptDeliveries, deliveriesView } from '#projections/schedules/deliveries-view.ts'
import { commandJobs } from '#workers/runner/fixtures.ts'
import { createDispatchPolicy } from '#workers/schedules/dispatch-policy.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull } from './city-of-reports.ts'

const deliveryId = 'DEL-T1-1-AN'
const BEGAN = Date.parse('2026-03-01T23:59:00.000Z')

const kg = fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined })
const composition = fc.constantFrom(undefined, { plastic: 100 }, { glass: 40, organic: 60 })
const step = fc.oneof(
  fc.record({ what: fc.constant('move' as const), status: fc.constantFrom(...DELIVERY_STATUSES), weight: kg }),
  fc.record({ what: fc.constant('update' as const), weight: kg, late: fc.boolean() }),
  fc.record({ what: fc.constant('job' as const) }),
  fc.record({ what: fc.constant('weigh' as const), gross: fc.integer({ min: 2, max: 900 }), minutesAgo: fc.nat(3) }),
  fc.record({ what: fc.constant('dispute' as const), composition }),
  fc.record({ what: fc.constant('settle' as const), accepted: fc.boolean() }),
)
const steps = fc.record({
  typed: fc.boolean(),
  analysed: fc.boolean(),
  steps: fc.array(step, { maxLength: 14 }),
})

/** State of one delivery, and the log of the delivery, its site and its truck. */
class History {
  readonly log: Event[] = []
  state: DeliveryState = deliveryAggregate.initial
  readonly #policy = createDispatchPolicy(() => new Date())
  readonly #done = new Set<string>()
  #minute = 0
  #updates = 0

  now = () => new Date(BEGAN + this.#minute * 60_000)

  append(...events: Event[]): void {
    for (const event of events) {
      this.log.push(event)
      this.#policy.evolve(event)
    }
  }
  decide(decision: Decision<EventInStream<'delivery'>>): void {
    this.#minute += 1
    if (isRejection(decision)) return
    this.state = decision.reduce(deliveryAggregate.evolve, this.state)
    this.append(...decision)
  }

  leaves(typed: boolean, analysed: boolean): void {
    const zone = 'Ablekuma North'
    const known = analysed ? { composition: { paper: 100 } } : {}
    const load = { deliveryId, zone, reportIds: ['u1.1'], weight: 525, ...(typed && { measured: true }), ...known }
    const at = this.now().toISOString()
    const dispatch = {
      ...{ dispatchId: 'COL-T1-1', vehicleId: 'T1', siteId: 'WS001', loads: [load], scheduleIds: [], leftIds: [] },
      ...{ estimatedArrival: at, dispatchedBy: 'd1', dispatchedAt: at },
    }
    this.append({ type: 'TruckDispatched', data: dispatch })
    this.decide(createDelivery({ dispatch, load, takenByOthers: 0 }, this.state, this.now()))
  }

  /**
   * Appends an update of the site's composition that includes the delivery.
   * Does nothing unless the delivery's row is in transit, or has arrived without a composition.
   * With `late`, reads the row without the last event, as if the view lagged.
   * Ignores `late` if the last event is itself an update.
   */
  async update(weight: number | undefined, late: boolean): Promise<void> {
    this.#minute += 1
    const isLate = late && this.log.length > 2 && this.log.at(-1)?.type !== 'SiteCompositionUpdated'
    const { status, compositionFrom, estimated } = await this.row(isLate ? this.log.slice(0, -1) : this.log)
    const isAbout = status === 'in-transit' || (status !== 'pending' && compositionFrom === undefined)
    if (!isAbout) return
    const share = estimated ? weight : undefined
    this.#updates += 1
    const data: EventData<'SiteCompositionUpdated'> = {
      ...{ siteId: 'WS001', number: this.#updates, composition: { metal: this.#updates, other: 100 - this.#updates } },
      ...{ currentCapacity: 1, weight, source: 'typed', crossed: false, updatedBy: 'd1' },
      arrived: [{ deliveryId, vehicleId: 'T1', weight: share }],
      updatedAt: this.now().toISOString(),
    }
    this.append({ type: 'SiteCompositionUpdated', data })
  }

  arrivals = () =>
    commandJobs(this.#policy.outstanding()).flatMap(({ id, data }) =>
      data.type === 'ArriveDelivery' ? { id, arrival: data } : [],
    )
  /**
   * Runs the outstanding jobs.
   * Skips jobs that have run before.
   */
  work(): void {
    for (const { id, arrival } of this.arrivals()) {
      if (this.#done.has(id)) continue
      this.#done.add(id)
      this.decide(arriveDelivery(arrival, this.state, this.now()))
    }
  }

  async take(one: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
    const now = this.now()
    switch (one.what) {
      case 'move':
        return this.decide(changeDeliveryStatus({ deliveryId, movedBy: 'r1', ...one }, this.state, now))
      case 'update':
        return this.update(one.weight, one.late)
      case 'job':
        return this.work()
      case 'weigh': {
        const weighedAt = new Date(now.getTime() - one.minutesAgo * 60_000).toISOString()
        const said = { deliveryId, ticket: `T${one.gross}`, gross: one.gross, tare: 1, weighedAt, weighedBy: 'r1' }
        return this.decide(weighDelivery(said, this.state, now))
      }
      case 'dispute':
        return this.decide(
          disputeComposition(
            { deliveryId, composition: one.composition, sealed: 's', disputedBy: 'r1' },
            this.state,
            now,
          ),
        )
      case 'settle':
        return this.settle(one.accepted, now)
    }
  }

  /** Settles the latest dispute, whether or not it is still open. */
  settle(accepted: boolean, now: Date): void {
    const { disputedAt = now.toISOString() } = this.state.dispute ?? {}
    this.decide(settleDispute({ deliveryId, accepted, disputedAt, settledBy: 'd1' }, this.state, now))
  }

  /** Returns the row that the deliveries view builds from the given events. */
  async row(events: readonly Event[] = this.log): Promise<DeliveryRow> {
    const reads = openMemoryReadStore()
    await applyEventBatch(reads, tableNameOf('deliveries'), deliveriesView, toRecordedEvents(events))
    const [row] = await reads.get<DeliveryRow>(tableNameOf('deliveries'), [deliveryId])
    if (!row) throw new Error('there is no row')
    return row
  }
}

const nobody = { open: async (sealed: readonly unknown[]) => sealed.map(() => undefined) } as never
const plain = (told: unknown) => JSON.parse(JSON.stringify(told)) as Delivery

describe('a delivery', () => {
  it('is told alike by its stream and its row once the jobs are done, whatever happened in between', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async ({ typed, analysed, steps: all }) => {
        const history = new History()
        history.leaves(typed, analysed)
        for (const one of all) await history.take(one)
        history.work()
        expect(history.arrivals()).toEqual([])
        const row = await history.row()
        const [onTheWire] = await decryptDeliveries([row], nobody)
        expect(plain(onTheWire)).toEqual(plain(toDelivery(history.state)))
        expect(row.underWay).toBe(row.arrivedAt === undefined)
        expect(row.day).toBe(row.arrivedAt?.slice(0, 10))
        const { position: _, ...again } = await history.row(history.log.flatMap((event) => [event, event]))
        expect(plain({ ...again, position: row.position })).toEqual(plain(row))
      }),
      { numRuns: 600 },
    )
  })
})

describe('at a real log, two command-apis at once', () => {
  let folder: string
  let here: Awaited<ReturnType<typeof openInProcessKernel>>
  let apis: ReturnType<typeof createDeliveryHandlers>[]
  let ids: string[]

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
    here = await openInProcessKernel(folder)
    const { kernel } = here
    await createSitesAndTrucks(kernel)
    await registerAccounts(kernel, 'recycler', 2)
    await reportAllBinsFull(kernel, await registerAccounts(kernel, 'resident', 6))
    await waitUntilCaughtUp(here)
    apis = [createDeliveryHandlers({ ...kernel }), createDeliveryHandlers({ ...kernel })]
    const dispatcher = { userId: 'd1', role: 'dispatcher' }
    const body = { truckId: 'T001', dumpingSiteId: 'WS001' }
    const envelope = { commandId: 'send', fingerprint: '', actor: 'd1' }
    await createCollectionHandlers(kernel).markAllCollected?.({
      body,
      params: {},
      principal: dispatcher,
      envelope,
    } as never)
    const log = await kernel.store.readAll(LOG_START, 10_000)
    ids = log.flatMap((one) => (hasType(one, 'TruckDispatched') ? one.data.loads : [])).map((load) => load.deliveryId)
  })
  afterAll(async () => {
    await here.close()
    rmSync(folder, { recursive: true })
  })

  let commands = 0
  function ask(name: EndpointName, id: string | undefined, body: object, userId = 'ubench-recycler-0') {
    const commandId = `c${++commands}`
    const handler = apis[commands % 2]?.[name as 'weighDelivery'] as unknown as (call: object) => Promise<object>
    const principal = { userId, role: 'recycler', facility: 'WS001' }
    return handler({ body, params: { id }, principal, envelope: { commandId, fingerprint: '', actor: userId } })
  }
  const weigh = (id: string | undefined, ticket: string, gross = 1_000) =>
    ask('weighDelivery', id, { ticket, gross, tare: 400 })
  const told = async (id = '') => {
    const events = await here.kernel.store.readStream(deliveryAggregate.stream(id))
    return toDelivery((events as never[]).reduce(deliveryAggregate.evolve, deliveryAggregate.initial))
  }

  it('one ticket is one load’s, whoever of six comes first', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => weigh(ids[n % 2], 'W-1')))
    const refused = answers.filter((answer) => 'rejected' in answer)
    expect(refused).toHaveLength(3)
    for (const one of refused)
      expect(one).toMatchObject({ rejected: 'conflict', errors: { ticket: { message: 'Used for another delivery' } } })
    const both = await Promise.all(ids.slice(0, 2).map(told))
    expect(both.map((one) => one?.weighing?.ticket).filter((ticket) => ticket === 'W-1')).toHaveLength(1)
  })

  it('two recyclers weigh the same load: both are in its stream, the last holds', async () => {
    const weighings = await Promise.all([weigh(ids[0], 'W-7', 1_100), weigh(ids[0], 'W-8', 1_200)])
    for (const answer of weighings) expect(answer).toMatchObject({ delivery: { id: ids[0] } })
    const events = await here.kernel.store.readStream(deliveryAggregate.stream(ids[0] ?? ''))
    const weighed = events.filter((one) => hasType(one, 'DeliveryWeighed')).map(({ data }) => data)
    expect(
      weighed
        .slice(-2)
        .map(({ ticket }) => ticket)
        .sort(),
    ).toEqual(['W-7', 'W-8'])
    expect(weighed.at(-1)?.before).toBe(weighed.at(-2)?.weight)
    expect(await told(ids[0])).toMatchObject({ weight: weighed.at(-1)?.weight, arrivedAt: expect.any(String) })
    expect(events.filter((one) => hasType(one, 'DeliveryMoved'))).toHaveLength(1)
  })

  it('tickets that were swapped are put right, one after the other', async () => {
    await weigh(ids[0], 'S-2')
    await weigh(ids[1], 'S-3')
    expect(await weigh(ids[1], 'S-2')).toMatchObject({ rejected: 'conflict' })
    expect(await weigh(ids[0], 'S-1')).toMatchObject({ delivery: { weighing: { ticket: 'S-1' } } })
    expect(await weigh(ids[1], 'S-2')).toMatchObject({ delivery: { weighing: { ticket: 'S-2' } } })
    expect(await weigh(ids[0], 'S-2')).toMatchObject({ rejected: 'conflict' })
  })

  describe('between taking a ticket and being weighed by it', () => {
    /** Weighs the first load, and pauses after the ticket was reserved, before the weight is stored. */
    async function taking(ticket: string) {
      for (const one of [ticket, `${ticket}-OTHER`]) await weigh(ids[0], one)
      const { promise, resolve: goOn } = Promise.withResolvers<void>()
      const { promise: taken, resolve: hasTaken } = Promise.withResolvers<void>()
      const { kernel } = here
      const append: typeof kernel.store.append = async (stream, revision, events) => {
        if (stream.startsWith('delivery-')) {
          hasTaken()
          await promise
        }
        return kernel.store.append(stream, revision, events)
      }
      const quick = apis
      apis = [createDeliveryHandlers({ ...kernel, store: { ...kernel.store, append } }), apis[1] as never]
      commands += commands % 2 ? 0 : 1
      const weighing = weigh(ids[0], ticket)
      await taken
      apis = quick
      return { weighing, goOn }
    }

    it('a kill costs nothing: the same command, sent again, takes the ticket once and weighs once', async () => {
      const { store } = here.kernel
      const append: typeof store.append = async (stream, revision, events) => {
        if (stream.startsWith('delivery-')) throw new Error('killed')
        return store.append(stream, revision, events)
      }
      const send = (kernel: typeof here.kernel) => {
        const asked = { body: { ticket: 'B-9', gross: 1_000, tare: 400 }, params: { id: ids[0] } }
        const principal = { userId: 'ubench-recycler-0', role: 'recycler', facility: 'WS001' }
        const envelope = { commandId: 'killed', fingerprint: '', actor: principal.userId }
        return createDeliveryHandlers(kernel).weighDelivery?.({ ...asked, principal, envelope } as never)
      }
      await expect(send({ ...here.kernel, store: { ...store, append } })).rejects.toThrow('killed')
      expect(await weigh(ids[1], 'B-9')).toMatchObject({ rejected: 'conflict' })
      for (let n = 0; n < 2; n++) expect(await send(here.kernel)).toMatchObject({ delivery: { weight: 600 } })
      const log = await store.readAll(LOG_START, 10_000)
      const of = (type: Event['type']) =>
        log.filter((logged) => logged.type === type && (logged.data as { ticket: string }).ticket === 'B-9')
      expect([of('TicketUsed').length, of('DeliveryWeighed').length]).toEqual([1, 1])
    })

    it('no other load gets it', async () => {
      const { weighing, goOn } = await taking('B-1')
      expect(await weigh(ids[1], 'B-1')).toMatchObject({ rejected: 'conflict' })
      goOn()
      expect(await weighing).toMatchObject({ delivery: { weighing: { ticket: 'B-1' } } })
    })

    it('a load that is weighed otherwise has given it up, and does not get it back from the next', async () => {
      const { weighing, goOn } = await taking('B-2')
      await weigh(ids[0], 'B-3')
      expect(await weigh(ids[1], 'B-2')).toMatchObject({ delivery: { weighing: { ticket: 'B-2' } } })
      goOn()
      expect(await weighing).toMatchObject({
        rejected: 'conflict',
        errors: { ticket: { message: 'Used for another delivery' } },
      })
      expect(await told(ids[0])).toMatchObject({ weighing: { ticket: 'B-3' } })
    })
  })
})
