/**
 * Tests the sentences that describe audit findings.
 * Covers every rule and figure, and missing optional data.
 */
import { expect, it } from 'vitest'
import { FINDING_RULES, type FindingRule, type FindingSubject } from '#contract/audit/findings.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { findingActorOf, findingSentenceOf, findingsSearchParamsOf, readFindingsState } from './findings.ts'

const ZONE = 'Ablekuma North'
const reporter = pseudonymOf('u1').split(' ').at(-1)

const CASES: [FindingRule, FindingSubject, Record<string, number>, string][] = [
  [
    'collected-at-once',
    { zone: ZONE, reportId: 'u1.3' },
    { seconds: 1, least: 60 },
    `marked Report 3 of ${reporter} in Ablekuma North as collected only 1 second after the resident sent it.`,
  ],
  [
    'collected-without-proof',
    { zone: ZONE, vehicleId: 'T001' },
    { stops: 2, minutes: 60 },
    'collected 2 bins in Ablekuma North with T001, but sent no photo and no location within 60 minutes.',
  ],
  [
    'proof-far-from-bin',
    { zone: ZONE, vehicleId: 'T001', reportId: 'u1.3' },
    { metres: 412, most: 300 },
    `was 412 metres from the bin of Report 3 of ${reporter} in Ablekuma North when they recorded the stop.`,
  ],
  [
    'collected-without-truck',
    { zone: ZONE },
    { reports: 5, hours: 12, lastTruckHours: 14 },
    'marked 5 reports in Ablekuma North as collected within a day. No truck had been in the zone for 12 hours. The last one had left 14 hours earlier.',
  ],
  [
    'collected-without-truck',
    { zone: ZONE },
    { reports: 5, hours: 12 },
    'marked 5 reports in Ablekuma North as collected within a day. No truck had ever been in the zone.',
  ],
  [
    'collected-out-of-hours',
    { zone: ZONE },
    { reports: 6, from: 21, to: 4 },
    'marked 6 reports in Ablekuma North as collected, all in one night between 21:00 and 04:00.',
  ],
  [
    'weight-far-from-estimate',
    { siteId: 'WS001', deliveryId: 'l1', vehicleId: 'T001' },
    { weight: 7300, before: 600, most: 7200 },
    'entered 7,300\u00a0kg for the load of T001 at WS001. The estimate was 600\u00a0kg, and the truck holds at most 7,200\u00a0kg.',
  ],
  [
    'weight-far-from-estimate',
    { siteId: 'WS001', deliveryId: 'l1' },
    { weight: 1800, before: 600 },
    'entered 1,800\u00a0kg for a load at WS001. The estimate was 600\u00a0kg.',
  ],
  [
    'weight-far-from-estimate',
    { siteId: 'WS001', vehicleId: 'T001' },
    { weight: 1800, before: 600, most: 7200 },
    'entered 1,800\u00a0kg for the load of T001 at WS001. The estimate was 600\u00a0kg.',
  ],
  [
    'composition-typed',
    { siteId: 'WS001' },
    { times: 10 },
    'typed in the composition of WS001 10 times in a row, without a photo.',
  ],
  [
    'fuel-above-tank',
    { vehicleId: 'T001' },
    { litres: 86.25, level: 80, tank: 75 },
    'logged 86.3 litres of fuel for T001, for a new level of 80 litres. Its tank holds only 75 litres.',
  ],
  [
    'configuration-back-and-forth',
    { setting: 'critical_after_hours' },
    { settings: 1, hours: 24 },
    'changed the setting critical_after_hours, and changed it back within 24 hours.',
  ],
  [
    'configuration-back-and-forth',
    { setting: 'a.b' },
    { settings: 3, hours: 1 },
    'changed the setting a.b and 2 more, and changed them back within 1 hour.',
  ],
]

it.each(CASES)('%s %j %j', (rule, about, figures, sentence) => {
  expect(findingSentenceOf({ rule, about, figures, who: 'Admin 1' })).toBe(`Admin 1 ${sentence}`)
})

it('has a sentence for every rule', () => expect(new Set(CASES.map(([rule]) => rule))).toEqual(new Set(FINDING_RULES)))

it.each(FINDING_RULES)('%s is a sentence also where nothing is known', (rule) => {
  expect(findingSentenceOf({ rule, about: {}, figures: {} })).not.toMatch(/undefined|NaN/)
})

it('calls whoever did it as the server does, by a pseudonym', () => {
  expect(findingActorOf({ who: 'Dispatcher 7F3A91C2' })).toBe('Dispatcher 7F3A91C2')
  expect(findingActorOf({})).toBe('Somebody')
})

it.each(['', 'status=open', 'rule=fuel-above-tank&page=3', 'status=closed&rule=collected-at-once'])(
  '%s is read, and written as it was',
  (address) => expect(findingsSearchParamsOf(readFindingsState(new URLSearchParams(address))).toString()).toBe(address),
)

it.each(['status=lost', 'rule=__proto__', 'page=0', 'page=1.5', 'page=soon', 'page=1e99', 'status='])(
  '%s asks for nothing that there is',
  (address) =>
    expect(readFindingsState(new URLSearchParams(address))).toEqual({ status: undefined, rule: undefined, page: 1 }),
)
