/** Tests the configuration form: value conversion, presets, simultaneous edits by two users. */
import { describe, expect, it } from 'vitest'
import { OpenZoneBody } from '#contract/commands.ts'
import { Configuration, DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import {
  configurationDraftOf,
  createSiteDraft,
  EMPTY_ZONE,
  getCustomerPresets,
  isChangedAt,
  listChangedParts,
  mergeConfigurations,
  sectionOfPath,
  setDieselPrice,
  suggestZoneCode,
  toConfiguration,
  toFieldErrors,
  toggleStopException,
  toOpenZoneBody,
  updateConfigurationZones,
} from './configuration.ts'

const site = (id: string, name: string) => ({ id, name, location: 'Accra', coordinates: { lat: 5.6, lng: -0.2 } })
const base: Configuration = {
  ...DEFAULT_CONFIGURATION,
  dumping_sites: [site('WS001', 'North Dumping Site'), site('WS002', 'South Dumping Site')],
}
const customers = (north: number, west: number) => ({
  'Ablekuma North': { totalCustomers: north },
  'Ayawaso West': { totalCustomers: west },
})

describe('the form', () => {
  it('gives back the configuration that it was given', () => {
    expect(toConfiguration(configurationDraftOf(base))).toEqual(base)
  })

  it('says what is wrong at the field that it is about', () => {
    const draft = configurationDraftOf(base)
    draft.dumping_sites[1]!.distances['Ayawaso West'] = '-1'
    draft.customers['Ablekuma North'] = '0'
    const issues = Configuration.safeParse(toConfiguration(draft)).error?.issues ?? []
    const errors = toFieldErrors(
      Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
      draft,
    )
    expect(errors['dumping_sites.1.distances.Ayawaso West']).toBe('At least 0')
    expect(errors).toHaveProperty('customers.Ablekuma North')
  })

  it('has all exceptions until some are chosen, in their usual order', () => {
    expect(configurationDraftOf(base).stop_exceptions).toBeUndefined()
    const without = toggleStopException(undefined, 'safety', false)
    expect(without).toEqual(STOP_EXCEPTIONS.filter((one) => one !== 'safety'))
    expect(toggleStopException(['not-out', 'delay'], 'safety', true)).toEqual(['safety', 'delay', 'not-out'])
    const chosen = toConfiguration({ ...configurationDraftOf(base), stop_exceptions: without })
    expect(listChangedParts(base, chosen)).toEqual({ stop_exceptions: without })
    expect(configurationDraftOf(chosen).stop_exceptions).toEqual(without)
    const none = Configuration.safeParse(toConfiguration({ ...configurationDraftOf(base), stop_exceptions: [] }))
    expect(none.error?.issues.map(({ path }) => path.join('.'))).toEqual(['stop_exceptions'])
  })

  it('offers its presets and the next free site', () => {
    expect(getCustomerPresets().map(({ label, customers: by }) => [label, ...Object.values(by)])).toEqual([
      ['Large Scale', '200', '120'],
      ['Small Scale', '50', '30'],
    ])
    expect(createSiteDraft(configurationDraftOf(base).dumping_sites, ['Ablekuma North'])).toMatchObject({
      id: 'WS003',
      added: true,
    })
  })

  it('lets petrol follow diesel by 2.50 until it was set apart', () => {
    expect(setDieselPrice({ diesel: '10', petrol: '12.5' }, '11.2')).toEqual({ diesel: '11.2', petrol: '13.7' })
    expect(setDieselPrice({ diesel: '10', petrol: '14' }, '11')).toEqual({ diesel: '11', petrol: '14' })
    expect(setDieselPrice({ diesel: '10', petrol: '12.5' }, '')).toEqual({ diesel: '', petrol: '12.5' })
  })
})

describe('two people at once', () => {
  const mine: Configuration = { ...base, zone_customers: customers(200, 82) }
  const theirs: Configuration = {
    ...base,
    zone_customers: customers(145, 90),
    dumping_sites: [...base.dumping_sites, site('WS003', 'East Dumping Site')],
  }

  it('keeps both where they changed different figures', () => {
    const both = mergeConfigurations(base, mine, theirs)
    expect(both.zone_customers).toEqual(customers(200, 90))
    expect(both.dumping_sites.map(({ id }) => id)).toEqual(['WS001', 'WS002', 'WS003'])
  })

  it('keeps mine where both changed the same, and knows it', () => {
    const same: Configuration = { ...base, zone_customers: customers(150, 82) }
    expect(mergeConfigurations(base, mine, same).zone_customers).toEqual(customers(200, 82))
    expect(isChangedAt('zone_customers.Ablekuma North.totalCustomers', base, mine)).toBe(true)
    expect(isChangedAt('zone_customers.Ayawaso West.totalCustomers', base, mine)).toBe(false)
  })

  it('a site that I removed stays removed, one that they renamed is renamed', () => {
    const without: Configuration = { ...base, dumping_sites: base.dumping_sites.slice(0, 1) }
    const renamed: Configuration = { ...base, dumping_sites: [site('WS001', 'Kwashiebu'), base.dumping_sites[1]!] }
    expect(mergeConfigurations(base, without, renamed).dumping_sites).toEqual([site('WS001', 'Kwashiebu')])
  })

  it('sends only the parts that I changed', () => {
    expect(listChangedParts(base, mine)).toEqual({ zone_customers: mine.zone_customers })
    expect(listChangedParts(base, toConfiguration(configurationDraftOf(base)))).toEqual({})
  })
})

describe('zones that come and go while one edits', () => {
  const teshie = { ...base, zone_customers: { ...customers(150, 90), Teshie: { totalCustomers: 5 } } }
  it('come in with their figures, and change none of the others', () => {
    const now = updateConfigurationZones(base, teshie)
    expect(now?.zone_customers).toEqual({ ...customers(145, 82), Teshie: { totalCustomers: 5 } })
    expect(
      mergeConfigurations(base, { ...base, zone_customers: customers(200, 82) }, now ?? base).zone_customers,
    ).toEqual({ ...customers(200, 82), Teshie: { totalCustomers: 5 } })
  })
  it('go with what was typed of them', () => {
    const typed = { ...teshie, zone_customers: { ...teshie.zone_customers, Teshie: { totalCustomers: 6 } } }
    const now = updateConfigurationZones(teshie, base)
    expect(Object.keys(now?.zone_customers ?? {})).toEqual(Object.keys(base.zone_customers))
    expect(listChangedParts(now ?? base, updateConfigurationZones(typed, base) ?? base)).toEqual({})
  })
  it('are not looked at where nothing has come or gone', () =>
    expect(updateConfigurationZones(base, base)).toBeUndefined())
})

/** Tests the form that opens a zone. */
it.each([
  ['Ablekuma North', 'AN'],
  ['Teshie', 'TES'],
  ['Tɛkyiman', 'TKY'],
  ['old fadama west', 'OFW'],
  ['A B C D E F G', 'ABCDE'],
  ['', ''],
])('suggests for %j the code %j', (name, code) => expect(suggestZoneCode(name)).toBe(code))

it('says what is missing, and takes what is complete', () => {
  const { error } = OpenZoneBody.safeParse(toOpenZoneBody(EMPTY_ZONE))
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'name',
    'code',
    'customers',
    'centre.lat',
    'centre.lng',
  ])
  const draft = { name: 'Teshie', code: 'te', customers: '120', centre: { lat: '5.58', lng: '-0.1' } }
  expect(OpenZoneBody.parse(toOpenZoneBody(draft))).toMatchObject({
    code: 'TE',
    customers: 120,
    centre: { lat: 5.58, lng: -0.1 },
  })
})

it('takes the code that stands suggested where none is typed', () => {
  const draft = { ...EMPTY_ZONE, name: 'Old Fadama', code: ' ' }
  expect(toOpenZoneBody(draft).code).toBe('OF')
  expect(toOpenZoneBody({ ...draft, code: 'XY' }).code).toBe('XY')
})

/** Tests that each field belongs to a section of the form, which shows its error. */
it.each([
  ['customers.Ablekuma North', 'customers'],
  ['dumping_sites.0.distances.Ablekuma North', 'sites'],
  ['dumping_sites', 'sites'],
  ['fuel_prices.diesel', 'figures'],
  ['thresholds.smallZone', 'figures'],
  ['city.currency.code', 'city'],
  ['stop_exceptions', 'drivers'],
  ['automaticDispatch', 'automation'],
  ['compositionDateShiftHours', 'automation'],
])('%s is in %s', (path, section) => expect(sectionOfPath(path)).toBe(section))
