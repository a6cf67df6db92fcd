/** Photos that were asked for are looked at until that has ended, a few at once; sites follow what is corrected. */
import { expect, it } from 'vitest'
import type { Event, EventType } from '#contract/events.ts'
import type { Method } from '#contract/litter.ts'
import { createAnalysisPolicy } from './analysis-policy.ts'

const happened = (type: EventType, data: object) => ({ type, data }) as unknown as Event
const ask = (analysisId: string, attempt = 1, method: Method = 'yolo') =>
  happened('AnalysisRequested', { analysisId, attempt, picture: `p${analysisId}`, method })
const done = (analysisId: string, attempt = 1) => happened('AnalysisCompleted', { analysisId, attempt })
const failed = (analysisId: string, attempt = 1) => happened('AnalysisFailed', { analysisId, attempt })
const correct = (analysisId: string, number: number) =>
  happened('AnalysisCorrected', { analysisId, number, annotated: `${analysisId} drawn ${number}` })
const update = (siteId: string, analysisId?: string, image?: string) =>
  happened('SiteCompositionUpdated', { siteId, analysisId, image })

function asksFor(...events: Event[]): string[] {
  const policy = createAnalysisPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id }) => id)
}

it('has each photo looked at once, until that has ended', () => {
  expect(asksFor(ask('a'), ask('b'), happened('AnalysisStarted', { analysisId: 'a', attempt: 1, start: 1 }))).toEqual([
    'analyse-a-1',
    'analyse-b-1',
  ])
  expect(asksFor(ask('a'), ask('b'), done('b'), failed('a'))).toEqual([])
})

it('tells what is to be looked at', () => {
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

it('has the detector look on while a language model hangs, and leaves room for what people are told', () => {
  const hanging = ['a', 'b', 'c', 'd'].map((id) => ask(id, 1, 'llm'))
  const others = ['e', 'f', 'g', 'h', 'i'].map((id) => ask(id))
  expect(asksFor(...hanging, ...others)).toEqual(['e', 'f', 'g', 'h', 'a', 'b'].map((id) => `analyse-${id}-1`))
})

it('has a site follow the last correction of what it was made of, until it has', () => {
  const updated = update('WS001', 'a', 'a drawn')
  expect(asksFor(updated)).toEqual([])
  expect(asksFor(updated, correct('a', 1))).toEqual(['follow-correction-WS001-a-1'])
  expect(asksFor(updated, correct('a', 1), correct('a', 2))).toEqual(['follow-correction-WS001-a-2'])
  expect(asksFor(updated, correct('a', 1), update('WS001', 'a', 'a drawn 1'))).toEqual([])
  // The update looked before the correction, and came after it.
  expect(asksFor(correct('a', 1), updated)).toEqual(['follow-correction-WS001-a-1'])
  expect(asksFor(updated, update('WS001'), correct('a', 1))).toEqual([])
})
