/**
 * Tests retrainings of the detector's last layers ("refits").
 * Only one runs at a time, each ends once, and the last accepted one is used.
 */
import { expect, it } from 'vitest'
import { MIN_CORRECTED_PHOTOS, type RecordRefitCommand, selectPhotosNotYetLearned } from '#contract/analyses/refits.ts'
import { analysisIdOf, materialHeadAggregate } from '../aggregates/analysis.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { failHeadRefit, recordHeadRefit, requestHeadRefit } from './refit.ts'

const at = NOW.toISOString()
const ask = { requestedBy: 'd1', waiting: MIN_CORRECTED_PHOTOS }
const asked = (refit = 1) => createEvent('RefitRequested', { refit, requestedBy: 'd1', requestedAt: at })
const score = { right: 3, logLoss: 1 }
const madeOf = (refit: number, weights?: string): Omit<RecordRefitCommand, 'type'> => ({
  refit,
  base: '2',
  version: `2.${refit}`,
  trainedOn: { photos: 10, boxes: 12 },
  before: score,
  after: score,
  scoredOn: { photos: 10, boxes: 12, better: 0, worse: 0 },
  learnedFrom: ['p1'],
  taken: weights !== undefined,
  ...(weights !== undefined && { weights }),
})
const made = (refit: number, weights?: string) =>
  createEvent('MaterialHeadRefitted', { ...madeOf(refit, weights), refittedAt: at })
const failed = (refit: number) => createEvent('RefitFailed', { refit, reason: 'No.', failedAt: at })

it('is requested once at a time, and again after it has ended', () => {
  givenEvents(materialHeadAggregate, []).when(requestHeadRefit, ask).then([asked()])
  givenEvents(materialHeadAggregate, [asked()]).when(requestHeadRefit, ask).then([])
  givenEvents(materialHeadAggregate, [asked(), made(1)])
    .when(requestHeadRefit, ask)
    .then([asked(2)])
  givenEvents(materialHeadAggregate, [asked(), failed(1)])
    .when(requestHeadRefit, ask)
    .then([asked(2)])
})

it('is refused where too little was corrected, and says how little', () => {
  const { decision } = givenEvents(materialHeadAggregate, []).when(requestHeadRefit, {
    ...ask,
    waiting: MIN_CORRECTED_PHOTOS - 1,
  })
  expect(decision).toMatchObject({
    rejected: 'conflict',
    message: expect.stringContaining('9 photos have been corrected'),
  })
})

it('ends once, whichever of two workers is first', () => {
  givenEvents(materialHeadAggregate, [asked()])
    .when(recordHeadRefit, madeOf(1))
    .then([made(1)])
  givenEvents(materialHeadAggregate, [])
    .when(failHeadRefit, { refit: 1, reason: 'No.' })
    .then([failed(1)])
  for (const end of [made(1, 'w1'), failed(1)]) {
    givenEvents(materialHeadAggregate, [end]).when(recordHeadRefit, madeOf(1)).then([])
    givenEvents(materialHeadAggregate, [end]).when(failHeadRefit, { refit: 1, reason: 'No.' }).then([])
  }
})

it('is in use where it was taken, until another one is', () => {
  const inUse = (...events: ReturnType<typeof made>[]) =>
    events.reduce((state, one) => materialHeadAggregate.evolve(state, one), materialHeadAggregate.initial).inUse
      ?.version
  expect(inUse()).toBeUndefined()
  expect(inUse(made(1))).toBeUndefined()
  expect(inUse(made(1, 'w1'), made(2))).toBe('2.1')
  expect(inUse(made(1, 'w1'), made(2), made(3, 'w3'))).toBe('2.3')
})

it('makes another analysis of the same photo', () => {
  const named = { picture: 'p', siteId: 'WS001', method: 'yolo' } as const
  const head = { base: '2', version: '2.1', weights: 'w1' }
  expect(analysisIdOf({ ...named, head })).not.toBe(analysisIdOf(named))
  expect(analysisIdOf({ ...named, head: { ...head, version: '2.2' } })).not.toBe(analysisIdOf({ ...named, head }))
})

it('counts each photo once, only with boxes, and only what is not learned from', () => {
  const photo = (name: string, boxes = [{}]) => ({ picture: name.repeat(64), boxes })
  const newest = [photo('a'), photo('a'), photo('b', []), photo('b'), photo('c')]
  expect(selectPhotosNotYetLearned(newest, ['c'.repeat(16)]).map(({ picture }) => picture[0])).toEqual(['a'])
})
