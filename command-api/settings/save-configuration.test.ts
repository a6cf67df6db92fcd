/** Tests of SaveConfiguration: merging, version conflicts, descriptions of changes. */

import { describe, expect, it } from 'vitest'
import type { Event, EventData } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { type Configuration, DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { type ConfigurationChange, configurationAggregate } from '../aggregates/configuration.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import {
  compareConfigurations,
  describeConfigurationChange,
  mergeConfigurationChanges,
  type SaveConfigurationCommand,
  saveConfiguration,
} from './save-configuration.ts'

const site = (id: string, name = `Site ${id}`) => ({
  id,
  name,
  location: 'Accra',
  coordinates: { lat: 5.6, lng: -0.2 },
})
const [north, south] = [site('WS001'), site('WS002')]
const initially: Configuration = { ...DEFAULT_CONFIGURATION, dumping_sites: [north, south] }
const at = NOW.toISOString()

const save = (
  config: SaveConfigurationCommand['config'],
  more: Partial<SaveConfigurationCommand> = {},
): SaveConfigurationCommand => ({
  config,
  initially,
  needed: {},
  changedBy: 'd1',
  ...more,
})
const changed = (version: number, saved: Configuration, changes: ConfigurationChange[], changedBy = 'd1') =>
  createEvent('ConfigurationChanged', { version, configuration: saved, changes, changedBy, changedAt: at })
const prices = (diesel: number) => ({ fuel_prices: { diesel, petrol: 12.5 } })
const priced = (version: number, from: number, to: number, by = 'd2') =>
  changed(version, { ...initially, ...prices(to) }, [{ path: 'fuel_prices.diesel', from, to }], by)

const when = (command: SaveConfigurationCommand, ...log: Event[]) =>
  givenEvents(configurationAggregate, log).when(saveConfiguration, command)

/** Returns the data of the ConfigurationChanged event; throws if the command is refused. */
function saved(command: SaveConfigurationCommand, ...log: Event[]): EventData<'ConfigurationChanged'> {
  const { decision } = when(command, ...log)
  if (isRejection(decision) || decision[0]?.type !== 'ConfigurationChanged') throw new Error(JSON.stringify(decision))
  return decision[0].data
}

describe('SaveConfiguration', () => {
  it('keeps values that are not named, and records the differences', () =>
    when(save(prices(11))).then([
      changed(1, { ...initially, ...prices(11) }, [{ path: 'fuel_prices.diesel', from: 10, to: 11 }]),
    ]))

  it('changes nothing where all is as it was, also where it is named', () => {
    when(save({})).then([])
    when(save(prices(10))).then([])
    when(save({ ...initially, simulatedActivity: undefined })).then([])
    when(save(prices(11)), priced(1, 10, 11)).then([])
  })

  it('keeps the zones that are not named, and accepts only open ones', () => {
    const { configuration: now } = saved(save({ zone_customers: { 'Ablekuma North': { totalCustomers: 7 } } }))
    expect(now.zone_customers).toEqual({
      'Ablekuma North': { totalCustomers: 7 },
      'Ayawaso West': { totalCustomers: 82 },
    })
    const stray = { Atlantis: { totalCustomers: 7 } }
    when(save({ zone_customers: stray })).then({ rejected: 'bad-request', message: 'Select a valid zone' })
    when(save({ zone_distances: { Atlantis: {} } })).then({ rejected: 'bad-request' })
  })

  it('counts versions from the last one', () => {
    const { version, configuration: now } = saved(save({ automaticDispatch: true }), priced(1, 10, 11))
    expect(version).toBe(2)
    expect(now).toMatchObject({ ...prices(11), automaticDispatch: true })
  })

  it('records an added or removed site as one change, and an edited one by its parts', () => {
    const third = site('WS003')
    const edited = { ...north, name: 'Old quarry', coordinates: { lat: 5.7, lng: -0.2 } }
    expect(saved(save({ dumping_sites: [edited, third] })).changes).toEqual([
      { path: 'zone_distances.Ablekuma North.WS002', from: 18.7, to: undefined },
      { path: 'zone_distances.Ayawaso West.WS002', from: 8.9, to: undefined },
      { path: 'dumping_sites.WS001.name', from: 'Site WS001', to: 'Old quarry' },
      { path: 'dumping_sites.WS001.coordinates.lat', from: 5.6, to: 5.7 },
      { path: 'dumping_sites.WS002', from: south, to: undefined },
      { path: 'dumping_sites.WS003', from: undefined, to: third },
    ])
  })

  it('stores no distance to an unknown site', () => {
    const distances = { 'Ablekuma North': { WS001: 1, XX: 2 }, 'Ayawaso West': {} }
    expect(saved(save({ zone_distances: distances })).configuration.zone_distances).toEqual({
      'Ablekuma North': { WS001: 1 },
      'Ayawaso West': {},
    })
  })
})

describe('an older version', () => {
  it('is refused, and names later changes by somebody else', () =>
    when(save(prices(12), { version: 1 }), priced(1, 10, 11), priced(2, 11, 13), priced(3, 13, 14)).then({
      rejected: 'conflict',
      message:
        'Somebody else changed the configuration in the meantime: diesel price from 11 to 14. Check it and save again.',
      errors: { 'fuel_prices.diesel': 'diesel price from 11 to 14' },
    }))

  it('is refused also where it was changed back, and where it was oneself', () => {
    when(save(prices(12), { version: 0 }), priced(1, 10, 11, 'd1'), priced(2, 11, 10, 'd1')).then({
      rejected: 'conflict',
      message: 'You changed the configuration in the meantime and changed it back. Check it and save again.',
    })
  })

  it('is no matter when it is not said, nor when it is the newest', () => {
    expect(saved(save(prices(12)), priced(1, 10, 11)).version).toBe(2)
    expect(saved(save(prices(12), { version: 1 }), priced(1, 10, 11)).version).toBe(2)
    expect(saved(save(prices(12), { version: 0 })).version).toBe(1)
  })

  it('is refused with fifty changes at most, those of the last hundred saves', () => {
    const log = Array.from({ length: 150 }, (_, n) =>
      changed(n + 1, initially, [{ path: `zone_customers.Z${n + 1}.totalCustomers`, from: 1, to: 2 }], 'd2'),
    )
    const errorsAt = (version: number) => {
      const { decision } = when(save(prices(12), { version }), ...log)
      if (!isRejection(decision)) throw new Error('not refused')
      return { zones: Object.keys(decision.errors ?? {}).map((path) => path.split('.')[1]), message: decision.message }
    }
    const oldest = errorsAt(0)
    expect(oldest.zones).toEqual(Array.from({ length: 50 }, (_, n) => `Z${51 + n}`))
    expect(oldest.message).toContain('customers of Z100 from 1 to 2; …. Check')
    const recent = errorsAt(120)
    expect(recent.zones).toEqual(Array.from({ length: 30 }, (_, n) => `Z${121 + n}`))
    expect(recent.message).not.toContain('…')
  })

  it('that there never was is refused', () => when(save({}, { version: 1 })).then({ rejected: 'bad-request' }))
})

describe('sites', () => {
  it('can go, but for the last one', () => {
    expect(saved(save({ dumping_sites: [south] })).configuration.dumping_sites).toEqual([south])
    when(save({ dumping_sites: [] })).then({
      rejected: 'bad-request',
      message: 'At least one dumping site must remain',
    })
  })

  it('stay while a truck is on its way to them', () => {
    const needed = { WS002: msg`truck T001 is on its way there.` }
    when(save({ dumping_sites: [north] }, { needed })).then({
      rejected: 'conflict',
      message: "Site WS002 (WS002) can't be removed: truck T001 is on its way there.",
    })
    expect(saved(save({ dumping_sites: [south] }, { needed })).version).toBe(1)
  })

  it('have one id each', () =>
    when(save({ dumping_sites: [north, site('WS001', 'Twin')] })).then({
      rejected: 'bad-request',
      message: 'Site ID already exists',
    }))
})

const east = { id: 'WS003', name: 'East', location: '', coordinates: { lat: 0, lng: 0 } }

describe('a change in words', () => {
  it.each([
    ['zone_customers.Ablekuma North.totalCustomers', 145, 150, 'customers of Ablekuma North from 145 to 150'],
    ['zone_distances.Ayawaso West.WS001', 22.3, 20, 'distance from Ayawaso West to WS001 from 22.3 to 20 km'],
    ['zone_distances.Ayawaso West.WS003', undefined, 20, 'distance from Ayawaso West to WS003 from none to 20 km'],
    ['dumping_sites.WS003', undefined, east, 'dumping site East (WS003) added'],
    ['dumping_sites.WS003', east, undefined, 'dumping site East (WS003) removed'],
    ['dumping_sites.WS003.name', 'East', 'Far East', 'name of dumping site WS003 from East to Far East'],
    ['automaticDispatch', false, true, 'automatic dispatch from off to on'],
    ['stop_exceptions', undefined, 'safety, delay', 'reasons for not collecting from all to safety, delay'],
    ['thresholds.recommendPercent', 80, 75, 'percentage at which a collection is recommended from 80 to 75'],
  ])('%s', (path, from, to, words) =>
    expect(translateToEnglish(describeConfigurationChange({ path, from, to }))).toBe(words),
  )
})

it('takes a list as one value', () => {
  const before = { ...DEFAULT_CONFIGURATION, dumping_sites: [] }
  const after = { ...before, stop_exceptions: ['safety' as const, 'delay' as const] }
  const fewer = { ...before, stop_exceptions: ['delay' as const] }
  expect(compareConfigurations(before, after)).toEqual([
    { path: 'stop_exceptions', from: undefined, to: 'safety, delay' },
  ])
  expect(compareConfigurations(after, fewer)).toEqual([{ path: 'stop_exceptions', from: 'safety, delay', to: 'delay' }])
})

describe('several changes', () => {
  it('go from the first value to the last', () =>
    expect(
      mergeConfigurationChanges([
        [
          { path: 'a', from: 1, to: 2 },
          { path: 'b', from: 1, to: 2 },
        ],
        [{ path: 'a', from: 2, to: 3 }],
      ]),
    ).toEqual([
      { path: 'a', from: 1, to: 3 },
      { path: 'b', from: 1, to: 2 },
    ]))
  it('omit returned reports', () =>
    expect(mergeConfigurationChanges([[{ path: 's', to: east }], [{ path: 's', from: { ...east } }]])).toEqual([]))
})

it('keeps the changes of the newest saves, at most 25,000 and at least those of the last', () => {
  const many = Array.from({ length: 12_000 }, (_, n) => ({ path: `p${n}`, from: 1, to: 2 }))
  const history = (...saves: ConfigurationChange[][]) =>
    saves
      .map((changes, at) => changed(at + 1, initially, changes))
      .reduce(configurationAggregate.evolve, configurationAggregate.initial)
      .history.map(({ changes }) => changes.length)
  expect(history(many, many, many.slice(0, 1_000), [])).toEqual([12_000, 12_000, 1_000, 0])
  expect(history(many, many, many.slice(0, 1_001))).toEqual([12_000, 1_001])
  expect(history([], [...many, ...many, ...many])).toEqual([36_000])
})
