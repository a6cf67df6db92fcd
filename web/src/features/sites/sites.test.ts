/** Tests the texts of a site's load and last update. */
import { describe, expect, it } from 'vitest'
import { UpdateCompositionBody } from '#contract/commands.ts'
import type { Site } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { describeShareTotal } from '#web/ui/materials/materials.tsx'
import {
  areSharesComplete,
  EMPTY_SHARE_FIELDS,
  materialSharesOf,
  scaleTo100,
  shareTotalOf,
} from '#web/ui/materials/shares.ts'
import {
  compositionDraftOf,
  describeLastUpdate,
  describeSiteLoad,
  fillLevelOf,
  formatFillLevel,
  historyPeriodOf,
  selectSites,
  toCompositionBody,
} from './sites.ts'

it('says how much a site holds, and since when that is known', () => {
  expect(describeSiteLoad({ currentCapacity: 754.24, maxCapacity: 1_000 })).toBe('754.2 of 1,000\u00a0t')
  expect(describeLastUpdate({ lastUpdated: '2026-01-05T14:15:00.000Z' })).toBe('5 Jan 2026, 14:15')
  expect(describeLastUpdate({ lastUpdated: '' })).toBe('Unknown time')
})

/**
 * Tests titles of sites: fixed titles for north and south, names for other sites.
 * The reader's own site comes first.
 */
const named = (...names: string[]) => names.map((name) => ({ id: name, name }) as Site)
function shown(names: string[], own?: string) {
  const { cards, rest } = selectSites(named(...names), own)
  return [cards.map(({ title, site }) => `${title}: ${site.name}`), rest.map(({ name }) => name)]
}

describe('the site cards', () => {
  it('are north and south, whatever the case and the rest of the name', () => {
    expect(shown(['Tema SOUTH', 'Harbour', 'Kpone north tip'])).toEqual([
      ['North Dumping Site: Kpone north tip', 'South Dumping Site: Tema SOUTH'],
      ['Harbour'],
    ])
  })

  it('are the first two sites where no name says so', () => {
    expect(shown(['A', 'B', 'C'])).toEqual([['A: A', 'B: B'], ['C']])
    expect(shown(['A', 'Southern', 'C'])).toEqual([['South Dumping Site: Southern', 'A: A'], ['C']])
    expect(shown([])).toEqual([[], []])
  })

  it('begin with the own site, also where it is neither of the two', () => {
    expect(shown(['North', 'South'], 'South')[0]).toEqual(['South Dumping Site: South', 'North Dumping Site: North'])
    expect(shown(['North', 'South', 'C', 'D'], 'D')).toEqual([
      ['D: D', 'North Dumping Site: North', 'South Dumping Site: South'],
      ['C'],
    ])
    expect(shown(['North 1', 'North 2', 'South'], 'North 2')).toEqual([
      ['North Dumping Site: North 2', 'South Dumping Site: South'],
      ['North 1'],
    ])
  })
})

/** Tests that typed shares must sum to exactly 100, with two decimals. */
const site = {
  currentCapacity: 750,
  composition: { plastic: 40, paper: 25, glass: 15, metal: 10, organic: 10 },
} as Site

it('begins with the site as it is; what is unknown is empty', () => {
  expect(compositionDraftOf(site)).toMatchObject({ plastic: '40', textile: '', currentCapacity: '750', weight: '' })
  expect(UpdateCompositionBody.safeParse(toCompositionBody(compositionDraftOf(site))).success).toBe(true)
})

it('adds up decimals without a rest, and is whole at exactly 100 only', () => {
  const parts = { ...EMPTY_SHARE_FIELDS, plastic: '33.33', paper: '33.33', glass: '33.34' }
  expect(shareTotalOf(parts)).toBe(100)
  expect(areSharesComplete(parts)).toBe(true)
  expect(areSharesComplete({ ...parts, glass: '33.35' })).toBe(false)
  expect(areSharesComplete({ ...parts, glass: '34.34', metal: '-1' })).toBe(false)
  expect(areSharesComplete(EMPTY_SHARE_FIELDS)).toBe(false)
})

it.each([
  [['33.333', '33.333', '33.334'], 'The percentages add up to exactly 100 %.'],
  [['50.004', '50.004', ''], 'Total percentage exceeds 100%'],
  [['49.9999', '50', ''], '0.0001\u00a0% still to assign'],
  [['110', '-10', ''], 'Each percentage must be from 0 to 100.'],
])('says of %j what the server says of it', ([plastic = '', paper = '', glass = ''], said) => {
  const parts = { ...EMPTY_SHARE_FIELDS, plastic, paper, glass }
  expect(describeShareTotal(parts)).toBe(said)
  const body = toCompositionBody({ ...parts, currentCapacity: '1', weight: '' })
  expect(UpdateCompositionBody.safeParse(body).success).toBe(areSharesComplete(parts))
})

it('scales to 100 by rounding, the remainder to the largest', () => {
  expect(scaleTo100({ ...EMPTY_SHARE_FIELDS, plastic: '1', paper: '1', glass: '1' })).toMatchObject({
    plastic: '34',
    paper: '33',
    glass: '33',
  })
  const doubled = { ...EMPTY_SHARE_FIELDS, ...Object.fromEntries(MATERIALS.map((material) => [material, '30'])) }
  expect(shareTotalOf(scaleTo100(doubled))).toBe(100)
  expect(scaleTo100(EMPTY_SHARE_FIELDS)).toBe(EMPTY_SHARE_FIELDS)
})

it('sends a weight only when one was typed, and says what is wrong', () => {
  const draft = { ...compositionDraftOf(site), currentCapacity: '' }
  expect(toCompositionBody(draft)).not.toHaveProperty('weight')
  expect(toCompositionBody({ ...draft, weight: '420.5' }).weight).toBe(420.5)
  const issues = UpdateCompositionBody.safeParse(toCompositionBody(draft)).error?.issues.map(({ message }) => message)
  expect(issues).toEqual(['Please enter a valid current capacity'])
  expect(materialSharesOf({ composition: {} })).toEqual(EMPTY_SHARE_FIELDS)
})

/** Tests that a site's text and status change above a fill level of 70 or 90 percent. */
const at = (currentCapacity: number) => fillLevelOf({ currentCapacity, maxCapacity: 1_000 })

it.each([
  [0, 'Normal', 'done'],
  [700, 'Normal', 'done'],
  [700.01, 'High', 'progress'],
  [900, 'High', 'progress'],
  [900.01, 'Critical', 'critical'],
  [1_200, 'Critical', 'critical'],
])('%d of 1,000 t is %s', (tonnes, status, tone) => expect(at(tonnes)).toMatchObject({ status, tone }))

it('has no room below nothing, and none of no capacity', () => {
  expect(at(1_200).left).toBe(0)
  expect(fillLevelOf({ currentCapacity: 5, maxCapacity: 0 })).toMatchObject({ percent: 0, left: 0 })
})

it('is written without rounding up', () => {
  expect([75, 75.44, 69.99, 89.96].map(formatFillLevel)).toEqual([
    '75\u00a0%',
    '75.4\u00a0%',
    '69.9\u00a0%',
    '89.9\u00a0%',
  ])
  expect(formatFillLevel((0.29 * 1000 * 100) / 1000)).toBe('29\u00a0%')
})

/** Tests that a history period has exactly the stated number of days. */
const NOW = Date.parse('2026-03-01T09:00:00Z')

it('ends today, and counts it', () => {
  expect(historyPeriodOf('30', NOW)).toEqual({ days: 30, from: '2026-01-31', to: '2026-03-01' })
  expect(historyPeriodOf('365', NOW)).toMatchObject({ days: 365, from: '2025-03-02' })
})

it.each([null, '', '31', 'all'])('is 30 days where %j is asked for', (named) =>
  expect(historyPeriodOf(named, NOW).days).toBe(30),
)
