/** Tests that a third zone works like the first two, on a real log. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openFirstZones } from '#command-api/internal-commands/seed.ts'
import { createCollectionHandlers } from '#command-api/schedules/routes.ts'
import { scheduleCollection } from '#command-api/schedules/schedule-collection.ts'
import { createConfigurationHandlers } from '#command-api/settings/routes.ts'
import { handleOpenZone } from '#command-api/zones/open-zone.ts'
import { isRejection } from '#contract/http/problems.ts'
import { CONFIGURATION_ID, tableNameOf } from '#contract/tables.ts'
import type { ConfigurationView } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { SITES, TRUCKS } from './city-of-reports.ts'
import { envelopeBy, NORTH, openCityForEachTest, TESHIE } from './zones-city.ts'

const city = openCityForEachTest()
const { ask, zone, signUp, report, zones } = city

it('a city has 500 zones at most', async () => {
  const { reads } = city.kernel
  const missing = 500 - (await reads.count(tableNameOf('zones')))
  const zones = Array.from({ length: missing }, (_, n) => ({ id: `Zone ${n}`, open: true, position: 1 }))
  await fillTable(reads, 'zones', zones)
  expect(await zone('openZone', { body: TESHIE })).toMatchObject({
    rejected: 'conflict',
    message: 'There are 500 zones, which is the limit.',
  })
  // A closed zone is counted already, so it may be opened again.
  const closed = { id: TESHIE.name, open: false, position: 1 }
  await fillTable(reads, 'zones', [closed])
  expect(isRejection(await zone('openZone', { body: { ...TESHIE, distances: {} } }))).toBe(false)
})

describe('a third zone', () => {
  beforeEach(city.withThird)

  it('is lived in, reported from, scheduled and collected, with ids of its own', async () => {
    for (const id of ['u1', 'u2']) expect(isRejection(await signUp(id, 'Teshie'))).toBe(false)
    for (const id of ['u1', 'u2']) expect(await report(id, 'Teshie')).toMatchObject({ total: 2 })
    const scheduled = await scheduleCollection(city.kernel, { zone: 'Teshie' }, envelopeBy('d1'))
    expect(scheduled).toMatchObject({
      schedules: [{ planned: { scheduleId: 'SCH-TE1-T001', zone: 'Teshie' } }],
    })
    const sent = await ask(createCollectionHandlers(city.kernel), 'markAllCollected', {
      body: { truckId: TRUCKS[0], dumpingSiteId: SITES[0] },
    })
    expect(sent).toMatchObject({ updatedCount: 2, deliveries: [{ id: 'DEL-T001-1-TE', zone: 'Teshie' }] })
  })

  it('is in the configuration, and a save that does not name it keeps it', async () => {
    const readConfiguration = async () => {
      const [row] = await city.kernel.reads.get<Row & ConfigurationView>(tableNameOf('configuration'), [
        CONFIGURATION_ID,
      ])
      return row as Row & ConfigurationView
    }
    expect((await readConfiguration()).zone_customers.Teshie).toEqual({ totalCustomers: 2 })
    const routes = createConfigurationHandlers(city.kernel, async () => 0)
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
    // After a failed opening, another zone can still use the code.
    expect(await zone('openZone', { body: { ...other, code: 'TM' } })).toMatchObject({ message: 'Tema is open.' })
  })

  it('is opened with no distance to a site that is not there, and costs no code then', async () => {
    const stray = { ...TESHIE, name: 'Tema', code: 'TM', distances: { WS001: 3, WS099: 4 } }
    expect(await zone('openZone', { body: stray })).toMatchObject({
      rejected: 'bad-request',
      message: 'There is no dumping site WS099.',
    })
    expect(await zone('openZone', { body: { ...stray, name: 'Nima', distances: {} } })).not.toHaveProperty('rejected')
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
    const dies = (clock: typeof kernel.clock, opened: typeof nima, key: string) =>
      expect(handleOpenZone({ ...kernel, clock, store: dying }, opened, envelopeBy('d1', key))).rejects.toThrow(
        'process ended',
      )
    await dies(kernel.clock, nima, 'first')
    const nungua = { ...wanted, name: 'Nungua', code: 'NI' }
    expect(await handleOpenZone(kernel, nungua, envelopeBy('d1'))).toMatchObject({ rejected: 'conflict' })
    const later = { ...kernel, clock: () => new Date(kernel.clock().getTime() + 31_000) }
    expect(await handleOpenZone(later, nungua, envelopeBy('d1'))).not.toHaveProperty('rejected')
    expect(await handleOpenZone(later, nima, envelopeBy('d1', 'first'))).toMatchObject({
      rejected: 'conflict',
      message: 'Code NI belongs to Nungua. Choose another.',
    })
    // A clock that was ahead must not keep a code for months.
    await dies(() => new Date(kernel.clock().getTime() + 31_536_000_000), { ...nima, code: 'NM' }, 'ahead')
    const osu = { ...wanted, name: 'Osu', code: 'NM' }
    expect(await handleOpenZone(kernel, osu, envelopeBy('d1'))).not.toHaveProperty('rejected')
  })

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'is opened once by two processes of which the second does it before call %i of the first',
    async (before) => {
      const { kernel } = city
      const command = { ...TESHIE, name: 'Nima', code: 'NI', distances: {}, openedBy: 'system' }
      let calls = 0
      const overtaken = async <T>(work: () => Promise<T>) => {
        if (calls++ === before) await handleOpenZone(kernel, command, envelopeBy('system', 'twin'))
        return work()
      }
      const store: typeof kernel.store = {
        ...kernel.store,
        readStream: (...args) => overtaken(() => kernel.store.readStream(...args)),
        append: (...args) => overtaken(() => kernel.store.append(...args)),
      }
      expect(await handleOpenZone({ ...kernel, store }, command, envelopeBy('system', 'twin'))).not.toHaveProperty(
        'rejected',
      )
      expect(await kernel.store.readStream('zone-nima')).toHaveLength(1)
      expect(calls).toBeGreaterThan(before)
    },
  )

  it('of two who give two zones one code at once one has it, and the other zone is not there', async () => {
    const tries = ['Nima', 'Nungua'].map((name) => zone('openZone', { body: { ...TESHIE, name, code: 'NU' } }))
    const outcomes = (await Promise.all(tries)).map((answer) => 'rejected' in answer)
    expect(outcomes.sort()).toEqual([false, true])
    expect((await zones()).filter(({ code }) => code === 'NU')).toHaveLength(1)
    const twice = ['NA', 'NB'].map((code) => zone('openZone', { body: { ...TESHIE, name: 'Nmai Dzorn', code } }))
    expect((await Promise.all(twice)).map((answer) => 'rejected' in answer).sort()).toEqual([false, true])
    // Two dispatchers opened one zone with different codes.
    // The rejected code stays usable.
    const won = (await zones()).find(({ id }) => id === 'Nmai Dzorn')?.code
    const lost = won === 'NA' ? 'NB' : 'NA'
    expect(await zone('openZone', { body: { ...TESHIE, name: 'Labadi', code: lost } })).toMatchObject({
      message: 'Labadi is open.',
    })
  })
})

describe('a first start', () => {
  it('opens none again that was closed', async () => {
    expect(await zone('openZone', { body: { ...TESHIE, distances: {} } })).not.toHaveProperty('rejected')
    await city.caughtUp()
    expect(await zone('closeZone', { id: 'Ayawaso West' })).toMatchObject({ message: 'Ayawaso West is closed.' })
    await openFirstZones(city.kernel)
    await city.caughtUp()
    expect((await zones()).map(({ id }) => id)).toEqual([NORTH, 'Teshie'])
    expect(await zone('closeZone', { id: NORTH })).toMatchObject({ message: `${NORTH} is closed.` })
    expect(await zone('closeZone', { id: 'Teshie' })).toMatchObject({ rejected: 'conflict' })
  })
})
