/**
 * Tests that every requested photo analysis is run until it ends, a few at once.
 * If an analysis is corrected, the site's composition is updated.
 */

import { expect, it } from 'vitest'
import type { AnalysisMethod } from '#contract/analyses/litter.ts'
import { AUTOMATIC_REFIT_PHOTOS } from '#contract/analyses/refits.ts'
import type { Event, EventType } from '#contract/events.ts'
import { createAnalysisPolicy, createHeadRefitPolicy } from './analysis-policies.ts'

const happened = (type: EventType, data: object) => ({ type, data }) as unknown as Event
const ask = (analysisId: string, attempt = 1, method: AnalysisMethod = 'yolo', requestedBy = 'u1') =>
  happened('AnalysisRequested', { analysisId, attempt, picture: `p${analysisId}`, method, requestedBy })
const start = (analysisId: string) => happened('AnalysisStarted', { analysisId, attempt: 1, start: 1 })
const GLASS = { glass: 100 }
const done = (analysisId: string, attempt = 1) =>
  happened('AnalysisCompleted', { analysisId, attempt, composition: GLASS })
const failed = (analysisId: string, attempt = 1) => happened('AnalysisFailed', { analysisId, attempt })
const correct = (analysisId: string, number: number, composition: object | undefined = { metal: 100 }) =>
  happened('AnalysisCorrected', {
    analysisId,
    number,
    annotated: `${analysisId} drawn ${number}`,
    after: { composition },
  })
const update = (siteId: string, analysisId?: string, image?: string, composition: object = GLASS) =>
  happened('SiteCompositionUpdated', { siteId, analysisId, image, composition })

function asksFor(...events: Event[]): string[] {
  const policy = createAnalysisPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id }) => id)
}

it('has each photo looked at once, until that has ended', () => {
  expect(asksFor(ask('a'), ask('b'), start('a'))).toEqual(['analyse-a-1', 'analyse-b-1'])
  expect(asksFor(ask('a'), ask('b'), done('b'), failed('a'))).toEqual([])
})

it('returns the pictures to analyse', () => {
  const policy = createAnalysisPolicy()
  policy.evolve(ask('a'))
  const data = { analysisId: 'a', attempt: 1, picture: 'pa', method: 'yolo' }
  expect(policy.outstanding()).toEqual([{ id: 'analyse-a-1', job: 'analyse', data }])
})

it('has what failed looked at again when it is asked for again, whatever is heard of the first time', () => {
  expect(asksFor(ask('a'), failed('a'), ask('a', 2))).toEqual(['analyse-a-2'])
  expect(asksFor(ask('a'), failed('a'), ask('a', 2), failed('a', 1))).toEqual(['analyse-a-2'])
})

it('asks for four at once, and for the next when one has ended', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ask(id))
  expect(asksFor(...six)).toEqual(['a', 'b', 'c', 'd'].map((id) => `analyse-${id}-1`))
  expect(asksFor(...six, failed('b'))).toEqual(['a', 'c', 'd', 'e'].map((id) => `analyse-${id}-1`))
})

it('lets persons take turns, after what has started', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ask(id))
  const others = [ask('g', 1, 'yolo', 'u2'), ask('h', 1, 'yolo', 'u3'), ask('i', 1, 'yolo', 'u2')]
  const ids = (...names: string[]) => names.map((id) => `analyse-${id}-1`)
  expect(asksFor(...many, ...others)).toEqual(ids('a', 'g', 'h', 'b'))
  const started = ['a', 'b', 'c', 'd'].map(start)
  expect(asksFor(...many, ...started, ...others)).toEqual(ids('a', 'b', 'c', 'd'))
  expect(asksFor(...many, ...started, ...others, done('b'))).toEqual(ids('a', 'c', 'd', 'g'))
})

it('keeps the detector running while a language model hangs, and leaves room for notifications', () => {
  const hanging = ['a', 'b', 'c', 'd'].map((id) => ask(id, 1, 'llm'))
  const others = ['e', 'f', 'g', 'h', 'i'].map((id) => ask(id))
  expect(asksFor(...hanging, ...others)).toEqual(['e', 'f', 'g', 'h', 'a', 'b'].map((id) => `analyse-${id}-1`))
})

it('has a site follow the last correction of what it was made of, until it has', () => {
  const [seen, updated] = [done('a'), update('WS001', 'a', 'a drawn')]
  const asks = (...events: Event[]) => asksFor(seen, ...events)
  expect(asks(updated)).toEqual([])
  expect(asks(updated, correct('a', 1))).toEqual(['follow-correction-WS001-a-1'])
  expect(asks(updated, correct('a', 1), correct('a', 2))).toEqual(['follow-correction-WS001-a-2'])
  expect(asks(updated, correct('a', 1), update('WS001', 'a', 'a drawn 1', { metal: 100 }))).toEqual([])
  // After the correction, the site was updated with the uncorrected result.
  expect(asks(correct('a', 1), updated)).toEqual(['follow-correction-WS001-a-1'])
  expect(asks(updated, update('WS001'), correct('a', 1))).toEqual([])
})

it('asks for nothing that could come to nothing: other shares were typed, nothing is to be seen any more, or the site is closed', () => {
  const [seen, updated] = [done('a'), update('WS001', 'a', 'a drawn')]
  expect(asksFor(seen, update('WS001', 'a', 'a drawn', { paper: 100 }), correct('a', 1))).toEqual([])
  const nothing = happened('AnalysisCorrected', {
    analysisId: 'a',
    number: 1,
    annotated: 'empty',
    after: { boxes: [] },
  })
  expect(asksFor(seen, updated, nothing)).toEqual([])
  expect(asksFor(seen, updated, nothing, correct('a', 2))).toEqual(['follow-correction-WS001-a-2'])
  expect(asksFor(seen, updated, correct('a', 1), happened('SiteClosed', { siteId: 'WS001' }))).toEqual([])
})

// Tests that the detector is refitted after enough corrections or on request.
// Only one refit runs at a time, and each has its own number.
const corrected = (count: number, from = 0, boxes: object[] = [{}]) =>
  Array.from({ length: count }, (_, n) =>
    happened('AnalysisCorrected', { analysisId: `a${from + n}`, after: { boxes } }),
  )
const asked = happened('RefitRequested', { refit: 1 })
const made = (refit: number) => happened('MaterialHeadRefitted', { refit })
const refitFailed = (refit: number) => happened('RefitFailed', { refit })

function refitsAskedFor(...events: Event[]): string[] {
  const policy = createHeadRefitPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id }) => id)
}

it('waits for enough photos, each counted once', () => {
  expect(refitsAskedFor(...corrected(AUTOMATIC_REFIT_PHOTOS - 1), ...corrected(5))).toEqual([])
  expect(refitsAskedFor(...corrected(AUTOMATIC_REFIT_PHOTOS))).toEqual(['refit-1'])
})

it('counts no photo in which people see nothing: it has no material', () => {
  expect(refitsAskedFor(...corrected(AUTOMATIC_REFIT_PHOTOS, 0, []))).toEqual([])
})

it('is made at once when somebody asks', () => {
  expect(refitsAskedFor(asked)).toEqual(['refit-1'])
  expect(refitsAskedFor(asked, ...corrected(AUTOMATIC_REFIT_PHOTOS))).toEqual(['refit-1'])
})

it('starts counting again when one has ended or failed', () => {
  const enough = corrected(AUTOMATIC_REFIT_PHOTOS)
  expect(refitsAskedFor(...enough, made(1))).toEqual([])
  expect(refitsAskedFor(...enough, made(1), ...corrected(AUTOMATIC_REFIT_PHOTOS, 100))).toEqual(['refit-2'])
  expect(refitsAskedFor(asked, refitFailed(1), ...corrected(3))).toEqual([])
})
