/** Tests the configuration: defaults until the first save, then saved values. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { CONFIGURATION_ID } from '#contract/tables.ts'
import type { ConfigurationView } from '#contract/views.ts'
import { roomDefinitions } from '../feed/rooms.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { createCall, openProjectionsFixture } from '../queries/fixtures.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { configurationView, INITIAL_CONFIGURATION } from './configuration-view.ts'
import { createConfigurationReadHandlers } from './routes.ts'

const at = '2026-03-01T08:00:00.000Z'
const facts = (name: string) => ({ name, location: 'Accra', coordinates: { lat: 5.6, lng: -0.2 } })
const opened = (siteId: string): Event => ({
  type: 'SiteOpened',
  data: {
    siteId,
    ...facts(siteId),
    maxCapacity: 1000,
    currentCapacity: 0,
    composition: {},
    openedBy: 'system',
    openedAt: at,
  },
})
const zoned: Event = {
  type: 'ZoneConfigured',
  data: { zone: 'Ayawaso West', totalCustomers: 90, changedBy: 'system', changedAt: at },
}
const saved = { ...DEFAULT_CONFIGURATION, dumping_sites: [{ id: 'C', ...facts('C') }], automaticDispatch: true }
const changed: Event = {
  type: 'ConfigurationChanged',
  data: { version: 1, configuration: saved, changes: [], changedBy: 'd1', changedAt: at },
}

describe('the row', () => {
  it('is the defaults with the sites that were opened and the zones as set up', () =>
    givenEvents(configurationView, [opened('A'), zoned, opened('B')]).then(CONFIGURATION_ID, {
      id: CONFIGURATION_ID,
      ...DEFAULT_CONFIGURATION,
      zone_customers: { 'Ablekuma North': { totalCustomers: 145 }, 'Ayawaso West': { totalCustomers: 90 } },
      dumping_sites: ['A', 'B'].map((id) => ({ id, ...facts(id) })),
      version: 0,
      position: 3,
    }))

  it('equals the saved one, and does not change with the sites', () =>
    givenEvents(configurationView, [opened('A'), changed, opened('C'), zoned]).then(CONFIGURATION_ID, {
      id: CONFIGURATION_ID,
      ...saved,
      version: 1,
      changedBy: 'd1',
      changedAt: at,
      position: 2,
    }))
})

describe('a simulated city', () => {
  const activity = (simulatedActivity: boolean, version: number): Event => ({
    type: 'ConfigurationChanged',
    data: {
      ...changed.data,
      version,
      configuration: { ...saved, simulatedActivity },
    } as EventData<'ConfigurationChanged'>,
  })
  it('is nowhere but where it was switched on', () =>
    expect(INITIAL_CONFIGURATION).toMatchObject({ simulatedActivity: false }))
  it('can be switched on again after it was switched off', () =>
    givenEvents(configurationView, [activity(true, 1), activity(false, 2)]).then(CONFIGURATION_ID, {
      id: CONFIGURATION_ID,
      ...saved,
      simulatedActivity: false,
      simulatedCity: true,
      version: 2,
      changedBy: 'd1',
      changedAt: at,
      position: 2,
    }))
})

describe('read at the door', () => {
  let city: Awaited<ReturnType<typeof openProjectionsFixture>>
  beforeEach(async () => {
    city = await openProjectionsFixture()
  })
  afterEach(() => city.close())

  async function read() {
    const answer = await createConfigurationReadHandlers().configuration?.(
      createCall<'configuration'>('d1', 'dispatcher'),
      presentSnapshotOf(city.reading),
    )
    return answer as { config: ConfigurationView } & ConfigurationView
  }

  it('is under config and beside it alike', async () => {
    await city.happened(opened('A'), changed)
    const { config, ...beside } = await read()
    expect(config).toEqual({ ...saved, version: 1, changedBy: 'd1', changedAt: at })
    expect(beside).toEqual(config)
  })

  it('is the defaults in a new installation', async () => {
    expect((await read()).config).toEqual({ ...DEFAULT_CONFIGURATION, dumping_sites: [], version: 0 })
  })

  it('returns the city’s name, and the style of its map if that is set', async () => {
    const asked = [createCall<'city'>('d1', 'dispatcher'), presentSnapshotOf(city.reading)] as const
    const style = 'https://tiles.example/style.json'
    expect(await createConfigurationReadHandlers().city?.(...asked)).toEqual(DEFAULT_CONFIGURATION.city)
    expect(await createConfigurationReadHandlers(style).city?.(...asked)).toEqual({
      ...DEFAULT_CONFIGURATION.city,
      mapStyleUrl: style,
    })
  })

  it('is one row of its room', async () => {
    await city.happened(changed)
    const { runner, sealer } = city.reading
    const found = await runner.rows.find('configuration')
    expect(await roomDefinitions.configuration.wire(found, { sealer, rows: runner.rows })).toEqual([
      { id: CONFIGURATION_ID, ...saved, version: 1, changedBy: 'd1', changedAt: at },
    ])
  })
})

it('has the open zones, even if a version saved at the same time names others', async () => {
  const zone = { zoneId: 'Teshie', name: 'Teshie', code: 'TE', customers: 5, centre: { lat: 5.6, lng: -0.1 } }
  const opened = { type: 'ZoneOpened', data: { ...zone, distances: { S: 3 }, openedBy: 'd1', openedAt: at } } as const
  const closed = { type: 'ZoneClosed', data: { zoneId: 'Ayawaso West', closedBy: 'd1', closedAt: at } } as const
  const configuration = { ...DEFAULT_CONFIGURATION, dumping_sites: [] }
  const data = { version: 1, configuration, changes: [], changedBy: 'd1', changedAt: at }
  const saved = { type: 'ConfigurationChanged', data } as const
  for (const order of [
    [opened, saved, closed],
    [closed, opened, saved],
  ]) {
    const row = await givenEvents(configurationView, order).row(CONFIGURATION_ID)
    const { zone_customers, zone_distances } = row as unknown as ConfigurationView
    expect(zone_customers).toMatchObject({ Teshie: { totalCustomers: 5 } })
    expect(zone_distances).toMatchObject({ Teshie: { S: 3 } })
    for (const part of [zone_customers, zone_distances]) expect(Object.keys(part)).toEqual(['Ablekuma North', 'Teshie'])
  }
})
