/**
 * Tests two concurrent dispatchers: no report is lost or collected twice.
 * No truck is in two places.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { createInternalCommands } from '#command-api/internal-commands/commands.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { EventInStream } from '#contract/streams.ts'
import { tableNameOf, type ZoneRow } from '#contract/tables.ts'
import type { Delivery, Schedule } from '#contract/views.ts'
import { INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { openInProcessKernel, registerAccounts, waitUntilCaughtUp } from '../bench/fixtures.ts'
import { createSitesAndTrucks, reportAllBinsFull, SITES, TRUCKS } from './city-of-reports.ts'
import { readAllEvents, readEventsOfType } from './log-events.ts'

const REPORTS = 6
const click = fc.oneof(
  fc.record({ what: fc.constant('mark one' as const), report: fc.nat(REPORTS - 1) }),
  fc.record({ what: fc.constant('mark all' as const), truck: fc.nat(1), site: fc.nat(1) }),
  fc.record({ what: fc.constant('schedule' as const), truck: fc.nat(1), zone: fc.nat(1) }),
  fc.record({ what: fc.constant('cancel' as const) }),
  fc.record({ what: fc.constant('send by hand' as const), truck: fc.nat(1), zone: fc.nat(1) }),
)
type Click = typeof click extends fc.Arbitrary<infer C> ? C : never

/** Opens a city in which all bins are reported full, with functions that send dispatchers' commands. */
async function openCity(folder: string) {
  const { kernel, runner, close } = await openInProcessKernel(folder)
  await createSitesAndTrucks(kernel)
  const reportIds = await reportAllBinsFull(kernel, await registerAccounts(kernel, 'resident', REPORTS))
  const routes = createCollectionHandlers(kernel)
  const send = createInternalCommands(kernel)
  let commands = 0
  const ask = async (name: EndpointName, by: string, body: object, id = '') => {
    const handler = routes[name] as unknown as (call: object) => Promise<object>
    const envelope = { commandId: `c${++commands}`, fingerprint: '', actor: by }
    return handler({ body, params: { id }, principal: { userId: by }, envelope })
  }

  async function does(by: string, clicked: Click): Promise<void> {
    switch (clicked.what) {
      case 'mark one':
        await ask('markReport', by, { status: 'collected' }, reportIds[clicked.report])
        return
      case 'mark all':
        await ask('markAllCollected', by, { truckId: TRUCKS[clicked.truck], dumpingSiteId: SITES[clicked.site] })
        return
      case 'schedule':
        await ask('scheduleCollection', by, {
          zone: INITIAL_ZONE_NAMES[clicked.zone],
          vehicleIds: [TRUCKS[clicked.truck]],
        })
        return
      case 'cancel': {
        const [open] = await kernel.reads.find<Row & Schedule>(tableNameOf('schedules'), { filter: { open: true } })
        if (open) await ask('changeSchedule', by, { status: 'cancelled' }, open.id)
        return
      }
      case 'send by hand': {
        const body = {
          truckId: TRUCKS[clicked.truck],
          facilityId: 'WS001',
          zone: INITIAL_ZONE_NAMES[clicked.zone],
          status: 'in-transit',
        }
        await ask('createDelivery', by, body)
      }
    }
  }

  /** Runs the commands that policies have requested and not yet sent. */
  async function finish(): Promise<void> {
    for (const { data } of await readEventsOfType(kernel, 'TruckDispatched')) {
      const { vehicleId, dispatchId } = data
      await send(`job/${dispatchId}`, { type: 'FinishDispatch', vehicleId, dispatchId })
    }
    await waitUntilCaughtUp({ kernel, runner })
  }
  return { kernel, does, finish, close }
}

async function expectOneOrder(kernel: Kernel): Promise<void> {
  const collected = (await readEventsOfType(kernel, 'ReportCollected')).map(({ data }) => data.reportId)
  expect(new Set(collected).size).toBe(collected.length)
  const closed = await kernel.reads.find(tableNameOf('reports'), { filter: { open: false } })
  expect(closed.map(({ id }) => id).sort()).toEqual([...collected].sort())

  // Each collected report must be in exactly one delivery or wait for a load.
  const zones = await kernel.reads.find<ZoneRow>(tableNameOf('zones'), { filter: { open: true } })
  const deliveries = await kernel.reads.find<Row & Delivery>(tableNameOf('deliveries'))
  const waiting = zones.reduce((sum, { loose }) => sum + loose, 0)
  const aboard = deliveries.reduce((sum, { reportsCount }) => sum + reportsCount, 0)
  expect(aboard + waiting).toBe(collected.length)
  expect(zones.reduce((sum, { openReports }) => sum + openReports, 0)).toBe(REPORTS - collected.length)

  const states = new Map<string, typeof vehicleAggregate.initial>()
  for (const event of (await readAllEvents(kernel)).filter(({ stream }) => stream.startsWith('vehicle-'))) {
    const before = states.get(event.stream) ?? vehicleAggregate.initial
    const after = vehicleAggregate.evolve(before, event as EventInStream<'vehicle'>)
    states.set(event.stream, after)
    expect(after.scheduleId !== undefined && after.boundFor !== undefined).toBe(false)
    if (before.boundFor && after.boundFor) expect(after.boundFor).toBe(before.boundFor)
  }
}

it('ends in a state that one order of the clicks explains', async () => {
  const clicks = fc.array(click, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(clicks, clicks, async (first, second) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
      const { kernel, does, finish, close } = await openCity(folder)
      try {
        const dispatcher = async (by: string, all: Click[]) => {
          for (const clicked of all) await does(by, clicked)
        }
        await Promise.all([dispatcher('d1', first), dispatcher('d2', second), finish()])
        await finish()
        await expectOneOrder(kernel)
      } finally {
        await close()
        rmSync(folder, { recursive: true })
      }
    }),
    { numRuns: 20 },
  )
})
