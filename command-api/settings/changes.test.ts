/** Tests of the texts that describe changes, and of merging the changes of several versions. */
import { describe, expect, it } from 'vitest'
import { translateToEnglish } from '#contract/languages/translate.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { configurationChangesBetween, describeConfigurationChange, mergeConfigurationChanges } from './changes.ts'

const site = { id: 'WS003', name: 'East', location: '', coordinates: { lat: 0, lng: 0 } }

describe('a change in words', () => {
  it.each([
    ['zone_customers.Ablekuma North.totalCustomers', 145, 150, 'customers of Ablekuma North from 145 to 150'],
    ['zone_distances.Ayawaso West.WS001', 22.3, 20, 'distance from Ayawaso West to WS001 from 22.3 to 20 km'],
    ['zone_distances.Ayawaso West.WS003', undefined, 20, 'distance from Ayawaso West to WS003 from none to 20 km'],
    ['dumping_sites.WS003', undefined, site, 'dumping site East (WS003) added'],
    ['dumping_sites.WS003', site, undefined, 'dumping site East (WS003) removed'],
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
  expect(configurationChangesBetween(before, after)).toEqual([
    { path: 'stop_exceptions', from: undefined, to: 'safety, delay' },
  ])
  expect(configurationChangesBetween(after, fewer)).toEqual([
    { path: 'stop_exceptions', from: 'safety, delay', to: 'delay' },
  ])
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
    expect(mergeConfigurationChanges([[{ path: 's', to: site }], [{ path: 's', from: { ...site } }]])).toEqual([]))
})
