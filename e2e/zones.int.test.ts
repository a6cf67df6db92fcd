/** Zones as data on a real log and the real read side: a third one lives as the first two, and a log of before goes on as it was. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseZone, moveResidentOn } from '#command-api/accounts/move-resident.ts'
import { register } from '#command-api/accounts/register.ts'
import { collectionRoutes } from '#command-api/collections/routes.ts'
import { scheduleCollection } from '#command-api/collections/schedule-collection.ts'
import { atOnce } from '#command-api/kernel/in-parts.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import { configurationRoutes } from '#command-api/settings/routes.ts'
import { openFirstZones } from '#command-api/system/first-zones.ts'
import { moveResidents } from '#command-api/system/move-residents.ts'
import { openZoneWith } from '#command-api/zones/open-zone.ts'
import { zoneRoutes } from '#command-api/zones/routes.ts'
import { DEFAULT_CONFIGURATION } from '#contract/city/configuration.ts'
import { isRejection } from '#contract/door/problems.ts'
import type { BodyOf, EndpointName } from '#contract/endpoints.ts'
import type { Event } from '#contract/events.ts'
import { CONFIGURATION_ID, tableOf, type ZoneRow } from '#contract/tables.ts'
import type { ConfigurationView } from '#contract/views.ts'
import { NO_STREAM } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { createCurrentRows } from '#platform/read-store/up-to-now.ts'
import { caughtUp, openHere } from '../bench/arrange.ts'
import { build, SITES, TRUCKS } from './city-of-reports.ts'

const NORTH = 'Ablekuma North'
const TESHIE: BodyOf<'openZone'> = {
  name: 'Teshie',
  code: 'TE',
  customers: 2,
  centre: { lat: 5.58, lng: -0.1 },
  distances: { WS001: 20.5 },
}
const OLD_CONFIGURATION = {
  version: 1,
  configuration: {
    ...DEFAULT_CONFIGURATION,
    dumping_sites: [{ id: 'WS001', name: 'North', location: '', coordinates: { lat: 5.6, lng: -0.2 } }],
    zone_customers: { [NORTH]: { totalCustomers: 30 }, 'Ayawaso West': { totalCustomers: 90 } },
    zone_distances: { [NORTH]: { WS001: 3 }, 'Ayawaso West': { WS001: 22.3 } },
    thresholds: { recommendPercent: 70, smallZone: 10 },
  },
  changes: [],
  changedBy: 'd1',
  changedAt: '2026-03-01T08:00:00.000Z',
}
let folder: string
let city: Awaited<ReturnType<typeof openHere>>
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openHere(folder)
})
afterEach(async () => {
  await city.close()
  rmSync(folder, { recursive: true })
})

interface Said {
  message: string
  rejected?: string
  errors?: Record<string, string>
}

/** As dispatcher d1, unless it is somebody else. */
async function ask<N extends EndpointName>(
  handlers: Handlers,
  name: N,
  {
    id = '',
    body = {},
    key = crypto.randomUUID(),
    by = 'd1',
  }: { id?: string; body?: object; key?: string; by?: string },
) {
  const handler = handlers[name] as unknown as (call: object) => Promise<Said>
  const call = {
    params: { id },
    body,
    principal: { userId: by },
    envelope: { commandId: key, fingerprint: JSON.stringify(body), actor: by },
  }
  const answer = await handler(call)
  await caughtUp(city)
  return answer
}
const zone = (name: 'openZone' | 'changeZone' | 'closeZone' | 'moveResidents', call: Parameters<typeof ask>[2]) =>
  ask(zoneRoutes(city.kernel), name, call)

const by = (actor: string, commandId: string = crypto.randomUUID()) => ({ commandId, fingerprint: '', actor })
const signUp = async (userId: string, where: string) => {
  await city.kernel.vault.setPassword(userId, 'no password opens this')
  const person = {
    userId,
    name: userId,
    email: `${userId}@example.com`,
    password: '',
    role: 'resident',
    zone: where,
  } as const
  return register(city.kernel, person, by(userId))
}
const report = (userId: string, where: string) =>
  createReportFor(city.kernel)({ userId, zone: where, name: userId }, undefined, by(userId))
const zones = () => city.kernel.reads.find<ZoneRow>(tableOf('zones'), { filter: { open: true }, sort: { openedAt: 1 } })
const openedEvents = async (names: readonly string[]) =>
  Promise.all(
    names.map(async (name) => {
      const events = await city.kernel.store.readStream(`zone-${name}`)
      return events.filter(({ type }) => type === 'ZoneOpened').length
    }),
  )

describe('a third zone', () => {
  beforeEach(async () => {
    await build(city.kernel)
    expect(await zone('openZone', { body: TESHIE })).toMatchObject({ message: 'Teshie is open.' })
  })

  it('is lived in, reported from, scheduled and collected, with ids of its own', async () => {
    for (const id of ['u1', 'u2']) expect(isRejection(await signUp(id, 'Teshie'))).toBe(false)
    for (const id of ['u1', 'u2']) expect(await report(id, 'Teshie')).toMatchObject({ total: 2 })
    const scheduled = await scheduleCollection(city.kernel, { zone: 'Teshie' }, by('d1'))
    expect(scheduled).toMatchObject({
      schedules: [{ planned: { scheduleId: 'SCH-TE1-T001', zone: 'Teshie' } }],
    })
    const sent = await ask(collectionRoutes(city.kernel), 'markAllCollected', {
      body: { truckId: TRUCKS[0], dumpingSiteId: SITES[0] },
    })
    expect(sent).toMatchObject({ updatedCount: 2, deliveries: [{ id: 'DEL-T001-1-TE', zone: 'Teshie' }] })
  })

  it('is in the configuration, and a save that does not name it keeps it', async () => {
    const readConfiguration = async () => {
      const [row] = await city.kernel.reads.get<Row & ConfigurationView>(tableOf('configuration'), [CONFIGURATION_ID])
      return row as Row & ConfigurationView
    }
    expect((await readConfiguration()).zone_customers.Teshie).toEqual({ totalCustomers: 2 })
    const routes = configurationRoutes(city.kernel, async () => 0)
    const config = { fuel_prices: { diesel: 11, petrol: 13 } }
    await ask(routes, 'saveConfiguration', { body: { config } })
    await ask(routes, 'saveConfiguration', { body: { config: { zone_customers: { [NORTH]: { totalCustomers: 7 } } } } })
    const now = await readConfiguration()
    expect(now.zone_customers).toMatchObject({ [NORTH]: { totalCustomers: 7 }, Teshie: { totalCustomers: 2 } })
    expect(now.zone_distances.Teshie).toEqual({ WS001: 20.5 })
    expect(now.fuel_prices.diesel).toBe(11)
    const stray = { config: { zone_customers: { Atlantis: { totalCustomers: 1 } } } }
    expect(await ask(routes, 'saveConfiguration', { body: stray })).toMatchObject({ rejected: 'bad-request' })
  })

  it('has its name and its code for itself', async () => {
    const other = { ...TESHIE, name: 'Tema', code: 'TE' }
    expect(await zone('openZone', { body: other })).toMatchObject({
      rejected: 'conflict',
      errors: { code: expect.anything() },
    })
    expect(await zone('openZone', { body: { ...other, code: 'TM', name: 'teshie' } })).toMatchObject({
      rejected: 'conflict',
      errors: { name: expect.anything() },
    })
    // What was refused for its name has cost no code.
    expect(await zone('openZone', { body: { ...other, code: 'TM' } })).toMatchObject({ message: 'Tema is open.' })
  })

  it('closes only when nothing is left, and its residents can be moved', async () => {
    for (const id of ['u1', 'u2']) await signUp(id, 'Teshie')
    await report('u1', 'Teshie')
    await caughtUp(city)
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({
      rejected: 'conflict',
      message: "Teshie can't be closed yet: it has 2 residents and 1 open report.",
    })
    expect(await zone('moveResidents', { id: 'Teshie', body: { to: 'Atlantis' } })).toMatchObject({
      rejected: 'bad-request',
    })
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH }, key: 'k' })
    const job = { type: 'MoveResidents', zone: 'Teshie', to: NORTH, moveId: 'move/k', begunBy: 'd1' } as const
    for (const _ of ['once', 'again']) await moveResidents(city.kernel, job, atOnce)
    await caughtUp(city)
    const live = await city.kernel.reads.count(tableOf('accounts'), { zone: NORTH })
    expect(live).toBe(2)
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({
      message: "Teshie can't be closed yet: it has 1 open report.",
    })
    await ask(collectionRoutes(city.kernel), 'markAllCollected', {
      body: { truckId: TRUCKS[0], dumpingSiteId: SITES[0] },
    })
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({ message: 'Teshie is closed.' })
    expect((await zones()).map(({ id }) => id)).toEqual([NORTH, 'Ayawaso West'])
    expect(await signUp('u3', 'Teshie')).toMatchObject({ rejected: 'bad-request', message: 'Select a valid zone' })
  })

  it('whose residents are moved, and moved back meanwhile, leaves them there and comes to an end', async () => {
    await signUp('u1', 'Teshie')
    await caughtUp(city)
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH }, key: 'k' })
    const job = { type: 'MoveResidents', zone: 'Teshie', to: NORTH, moveId: 'move/k', begunBy: 'd1' } as const
    await moveResidents(city.kernel, job, atOnce)
    const back = { userId: 'u1', from: NORTH, to: 'Teshie', changedBy: 'd1' }
    await moveResidentOn(city.kernel, back, { commandId: 'back', fingerprint: '', actor: 'd1' })
    await moveResidents(city.kernel, job, atOnce)
    await caughtUp(city)
    expect(await city.kernel.reads.count(tableOf('accounts'), { zone: 'Teshie' })).toBe(1)
  })

  it('is opened with no distance to a site that is not there, and costs no code then', async () => {
    const stray = { ...TESHIE, name: 'Tema', code: 'TM', distances: { WS001: 3, WS099: 4 } }
    expect(await zone('openZone', { body: stray })).toMatchObject({
      rejected: 'bad-request',
      message: 'There is no dumping site WS099.',
    })
    expect(await zone('openZone', { body: { ...stray, name: 'Nima', distances: {} } })).not.toHaveProperty('rejected')
  })

  it('takes nobody in while it is being emptied, and is not emptied or closed while others are moved to it', async () => {
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH } })
    expect(await zone('moveResidents', { id: 'Ayawaso West', body: { to: 'Teshie' } })).toMatchObject({
      rejected: 'conflict',
      message: `The residents of Teshie are being moved to ${NORTH} themselves. Wait until they are there.`,
    })
    expect(await zone('moveResidents', { id: NORTH, body: { to: 'Ayawaso West' } })).toMatchObject({
      rejected: 'conflict',
      message: `The residents of Teshie are being moved to ${NORTH}. Wait until they are there.`,
    })
    expect(await zone('closeZone', { id: NORTH })).toMatchObject({
      rejected: 'conflict',
      message: `The residents of Teshie are being moved to ${NORTH}. Close it later.`,
    })
  })

  it('counts all whom a move has moved, also before it was stopped', async () => {
    for (const id of ['u1', 'u2', 'u3']) await signUp(id, 'Teshie')
    await caughtUp(city)
    await zone('moveResidents', { id: 'Teshie', body: { to: NORTH }, key: 'k' })
    const job = { type: 'MoveResidents', zone: 'Teshie', to: NORTH, moveId: 'move/k', begunBy: 'd1' } as const
    const stopped: typeof atOnce = async (all, work) => {
      await work(all.slice(0, 2))
      throw new Error('the process ended')
    }
    await expect(moveResidents(city.kernel, job, stopped)).rejects.toThrow('the process ended')
    await caughtUp(city)
    await moveResidents(city.kernel, job, atOnce)
    const events = await city.kernel.store.readStream('zone-teshie')
    expect(events.at(-1)).toMatchObject({ type: 'ResidentsMoved', data: { residents: 3 } })
  })

  it('has its code after another that was never opened with it, and that one has it no more', async () => {
    const { kernel } = city
    const wanted = { ...TESHIE, distances: {}, openedBy: 'd1' }
    const dying: typeof kernel.store = {
      ...kernel.store,
      append: async (stream, ...rest) => {
        if (stream === 'zone-nima') throw new Error('the process ended')
        return kernel.store.append(stream, ...rest)
      },
    }
    const nima = { ...wanted, name: 'Nima', code: 'NI' }
    await expect(openZoneWith({ ...kernel, store: dying }, nima, by('d1', 'first'))).rejects.toThrow('process ended')
    const nungua = { ...wanted, name: 'Nungua', code: 'NI' }
    expect(await openZoneWith(kernel, nungua, by('d1'))).toMatchObject({ rejected: 'conflict' })
    const later = { ...kernel, clock: () => new Date(kernel.clock().getTime() + 31_000) }
    expect(await openZoneWith(later, nungua, by('d1'))).not.toHaveProperty('rejected')
    expect(await openZoneWith(later, nima, by('d1', 'first'))).toMatchObject({
      rejected: 'conflict',
      message: 'The code NI is that of Nungua. Choose another.',
    })
  })

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'is opened once by two processes of which the second does it before call %i of the first',
    async (before) => {
      const { kernel } = city
      const command = { ...TESHIE, name: 'Nima', code: 'NI', distances: {}, openedBy: 'system' }
      let calls = 0
      const overtaken = async <T>(work: () => Promise<T>) => {
        if (calls++ === before) await openZoneWith(kernel, command, by('system', 'twin'))
        return work()
      }
      const store: typeof kernel.store = {
        ...kernel.store,
        readStream: (...args) => overtaken(() => kernel.store.readStream(...args)),
        append: (...args) => overtaken(() => kernel.store.append(...args)),
      }
      expect(await openZoneWith({ ...kernel, store }, command, by('system', 'twin'))).not.toHaveProperty('rejected')
      expect(await kernel.store.readStream('zone-nima')).toHaveLength(1)
      expect(calls).toBeGreaterThan(before)
    },
  )

  it('that closes as its trucks are planned leaves none planned', async () => {
    const { kernel } = city
    await signUp('u1', 'Teshie')
    await report('u1', 'Teshie')
    const event = {
      type: 'ZoneClosed',
      data: { zoneId: 'Teshie', closedBy: 'd1', closedAt: '2026-03-01T08:00:00.000Z' },
    }
    const closing: typeof kernel.store = {
      ...kernel.store,
      append: async (stream, revision, events) => {
        const done = await kernel.store.append(stream, revision, events)
        if (stream === 'dispatch-teshie')
          await kernel.store.append('zone-teshie', (await kernel.store.readStream('zone-teshie')).length - 1, [
            { ...event, id: crypto.randomUUID(), meta: by('d1') },
          ])
        return done
      },
    }
    expect(await scheduleCollection({ ...kernel, store: closing }, { zone: 'Teshie' }, by('d1'))).toMatchObject({
      rejected: 'conflict',
      message: 'Teshie was closed.',
    })
  })

  it('that closes while a password is hashed takes nobody in', async () => {
    const { kernel } = city
    const slow = {
      ...kernel.vault,
      credentials: async () => undefined,
      setPassword: async () => !('rejected' in (await zone('closeZone', { id: 'Teshie' }))),
    }
    const person = { userId: 'u9', name: 'u9', email: 'u9@example.com', password: 'a good password' }
    const signed = await register({ ...kernel, vault: slow }, { ...person, role: 'resident', zone: 'Teshie' }, by('u9'))
    expect(signed).toMatchObject({ rejected: 'bad-request', message: 'Select a valid zone' })
  })

  it('that closes as somebody signs up leaves them a sentence and a choice', async () => {
    await signUp('u1', 'Teshie')
    // The rows of the one who closes were read before.
    const stale = {
      ...city.kernel.reads,
      count: async (_: string, filter?: object) => (filter && 'open' in filter && !('zone' in filter) ? 2 : 0),
    }
    const closing = zoneRoutes({ ...city.kernel, rows: createCurrentRows(city.kernel.store, stale) })
    expect(await ask(closing, 'closeZone', { id: 'Teshie' })).toMatchObject({ message: 'Teshie is closed.' })
    expect(await report('u1', 'Teshie')).toMatchObject({
      rejected: 'conflict',
      message: 'Teshie was closed. Choose the zone that you live in now, and report again.',
    })
    expect(await chooseZone(city.kernel, { userId: 'u1', zone: 'Teshie' }, by('u1'))).toMatchObject({
      rejected: 'bad-request',
    })
    const chosen = await chooseZone(city.kernel, { userId: 'u1', zone: NORTH }, by('u1'))
    expect(!isRejection(chosen) && chosen.state.registered?.zone).toBe(NORTH)
    expect(await chooseZone(city.kernel, { userId: 'u1', zone: 'Ayawaso West' }, by('u1'))).toMatchObject({
      rejected: 'conflict',
    })
    expect(await report('u1', NORTH)).not.toHaveProperty('rejected')
  })

  it('of two who give two zones one code at once one has it, and the other zone is not there', async () => {
    const tries = ['Nima', 'Nungua'].map((name) => zone('openZone', { body: { ...TESHIE, name, code: 'NU' } }))
    const outcomes = (await Promise.all(tries)).map((answer) => 'rejected' in answer)
    expect(outcomes.sort()).toEqual([false, true])
    expect((await zones()).filter(({ code }) => code === 'NU')).toHaveLength(1)
    const twice = ['NA', 'NB'].map((code) => zone('openZone', { body: { ...TESHIE, name: 'Nmai Dzorn', code } }))
    expect((await Promise.all(twice)).map((answer) => 'rejected' in answer).sort()).toEqual([false, true])
    // The code of the one that lost is free for another.
    const won = (await zones()).find(({ id }) => id === 'Nmai Dzorn')?.code
    const lost = won === 'NA' ? 'NB' : 'NA'
    expect(await zone('openZone', { body: { ...TESHIE, name: 'Labadi', code: lost } })).toMatchObject({
      message: 'Labadi is open.',
    })
  })
})

describe('a log from before zones were opened', () => {
  /** As it was written then: in a folder of its own, since a start has opened the zones of this one. */
  async function oldLog(): Promise<void> {
    await city.close()
    rmSync(folder, { recursive: true })
    folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
    const at = '2026-03-01T08:00:00.000Z'
    const stored: [string, Event[]][] = [
      [
        'zone-ablekuma-north',
        [{ type: 'ZoneConfigured', data: { zone: NORTH, totalCustomers: 145, changedBy: 'system', changedAt: at } }],
      ],
      [
        'zone-ayawaso-west',
        [
          {
            type: 'ZoneConfigured',
            data: { zone: 'Ayawaso West', totalCustomers: 90, changedBy: 'system', changedAt: at },
          },
        ],
      ],
      ['configuration', [{ type: 'ConfigurationChanged', data: OLD_CONFIGURATION }]],
      [
        'bin-u1',
        [
          {
            type: 'BinReportedFull',
            data: {
              reportId: 'u1.1',
              userId: 'u1',
              zone: NORTH,
              sealed: 'x',
              reportedAt: at,
              told: { reportedCount: 1, total: 30, threshold: 24 },
            },
          },
        ],
      ],
    ]
    const store = openSqliteEventStore(path.join(folder, 'log.db'))
    const meta = { commandId: 'old', fingerprint: '', actor: 'system' }
    for (const [stream, events] of stored)
      await store.append(
        stream,
        NO_STREAM,
        events.map((event, n) => ({ ...event, id: `${stream}-${n}`, meta })),
      )
    await store.close()
    city = await openHere(folder)
    await caughtUp(city)
  }

  it('shows the same boards, with what its configuration says', async () => {
    await oldLog()
    expect(await zones()).toMatchObject([
      { id: NORTH, code: 'AN', totalCustomers: 30, openReports: 1, cycle: 1, thresholds: { recommendPercent: 70 } },
      { id: 'Ayawaso West', code: 'AW', totalCustomers: 90, openReports: 0, thresholds: { recommendPercent: 70 } },
    ])
    const [row] = await city.kernel.reads.get<Row & ConfigurationView>(tableOf('configuration'), [CONFIGURATION_ID])
    expect(row).toMatchObject({
      version: 1,
      zone_customers: { [NORTH]: { totalCustomers: 30 }, 'Ayawaso West': { totalCustomers: 90 } },
      zone_distances: { [NORTH]: { WS001: 3 }, 'Ayawaso West': { WS001: 22.3 } },
    })
  })

  it('opens its zones once, also by several starts at a time', async () => {
    await oldLog()
    await Promise.all([openFirstZones(city.kernel), openFirstZones(city.kernel), openFirstZones(city.kernel)])
    expect(await openedEvents(['ablekuma-north', 'ayawaso-west'])).toEqual([1, 1])
  })
})

describe('a first start', () => {
  it('opens none again that was closed', async () => {
    expect(await zone('openZone', { body: { ...TESHIE, distances: {} } })).not.toHaveProperty('rejected')
    await caughtUp(city)
    expect(await zone('closeZone', { id: 'Ayawaso West' })).toMatchObject({ message: 'Ayawaso West is closed.' })
    await openFirstZones(city.kernel)
    await caughtUp(city)
    expect((await zones()).map(({ id }) => id)).toEqual([NORTH, 'Teshie'])
    expect(await zone('closeZone', { id: NORTH })).toMatchObject({ message: `${NORTH} is closed.` })
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({ rejected: 'conflict' })
  })
})
