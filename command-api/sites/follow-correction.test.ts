/** Tests that an analysis correction changes a site only if its composition comes from that analysis. */
import { expect, it } from 'vitest'
import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import type { EventData } from '#contract/events.ts'
import { siteContentsFold } from '../aggregates/site.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { applyAnalysisCorrection } from './follow-correction.ts'

const at = NOW.toISOString()
const all = { plastic: 0, paper: 0, glass: 0, metal: 0, organic: 0, textile: 0, other: 0 }
const [said, better] = [
  { ...all, paper: 100 },
  { ...all, metal: 100 },
]
const opened = createEvent('SiteOpened', {
  siteId: 'WS001',
  name: 'North',
  location: '',
  coordinates: { lat: 5, lng: 0 },
  maxCapacity: 1_000,
  currentCapacity: 0,
  composition: {},
  openedBy: 'u1',
  openedAt: at,
})
const update = (data: Partial<EventData<'SiteCompositionUpdated'>> = {}) =>
  createEvent('SiteCompositionUpdated', {
    siteId: 'WS001',
    number: 1,
    composition: said,
    currentCapacity: 10,
    weight: 400,
    image: 'drawn',
    source: 'yolo',
    analysisId: 'a1',
    arrived: [{ deliveryId: 'DEL-1', vehicleId: 'T1', weight: 400 }],
    crossed: true,
    updatedBy: 'u1',
    updatedAt: at,
    ...data,
  })
const known = { composition: better, annotated: 'drawn anew' } as AnalysisProgress
const follow = { siteId: 'WS001', analysisId: 'a1', correctedBy: 'u2', known, compositions: [said, better] }

it('says what is there now, with the picture, for the same deliveries, and crosses no line again', () =>
  givenEvents(siteContentsFold, [opened, update()])
    .when(applyAnalysisCorrection, follow)
    .then([
      update({ number: 2, corrects: 1, composition: better, image: 'drawn anew', crossed: false, updatedBy: 'u2' }),
    ]))

it('follows a second correction, and names the first update that it corrects', () => {
  const once = update({ number: 2, corrects: 1, composition: better, image: 'drawn anew' })
  const third = { ...all, glass: 100 }
  const { decision } = givenEvents(siteContentsFold, [opened, update(), once]).when(applyAnalysisCorrection, {
    ...follow,
    known: { ...known, composition: third, annotated: 'drawn thrice' },
    compositions: [said, better, third],
  })
  expect(decision).toMatchObject([{ data: { number: 3, corrects: 1, composition: third } }])
})

it.each([
  ['the site follows already', [opened, update({ image: 'drawn anew', composition: better })], {}],
  ['a person typed other shares', [opened, update({ composition: { ...all, paper: 90, other: 10 } })], {}],
  ['another update came since', [opened, update(), update({ number: 2, analysisId: undefined })], {}],
  ['nothing is seen any more', [opened, update()], { known: { ...known, composition: undefined } }],
  [
    'the site is closed',
    [opened, update(), createEvent('SiteClosed', { siteId: 'WS001', closedBy: 'u1', closedAt: at })],
    {},
  ],
])('changes nothing where %s', (_, events, change) =>
  givenEvents(siteContentsFold, events)
    .when(applyAnalysisCorrection, { ...follow, ...change })
    .then([]),
)
