/** Tests that analyses are requested, started, ended and corrected once. */
import { describe, expect, it } from 'vitest'
import type { AnalysisResult, LitterBox } from '#contract/analyses/litter.ts'
import type { Event, EventData } from '#contract/events.ts'
import { analysisAggregate, analysisIdOf } from '../aggregates/analysis.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { correctAnalysis } from './correct-analysis.ts'
import { requestAnalysis } from './request-picture-analysis.ts'
import { completeAnalysis, failAnalysis, startAnalysis } from './run-analysis.ts'

const at = NOW.toISOString()
const analysisId = 'a1'
const asked = { analysisId, picture: 'p', width: 40, height: 30, method: 'yolo', requestedBy: 'u1' } as const
const first = { analysisId, attempt: 1 }
const requested = createEvent('AnalysisRequested', { ...asked, attempt: 1, siteId: 'WS001', requestedAt: at })
const started = (start: number) => createEvent('AnalysisStarted', { ...first, start, startedAt: at })
const boxes: LitterBox[] = [
  { id: 'b1', material: 'glass', confidence: 0.9, x0: 0, y0: 0, x1: 0.5, y1: 0.5 },
  { id: 'b2', material: 'paper', confidence: 0.5, x0: 0.5, y0: 0, x1: 1, y1: 0.5 },
]
const composition = { plastic: 0, paper: 20, glass: 80, metal: 0, organic: 0, textile: 0, other: 0 }
const took = { decoding: 1, looking: 2, drawing: 3 }
const result: AnalysisResult = { boxes, composition, model: 'm', version: '1', annotated: 'drawn', took }
const completed = createEvent('AnalysisCompleted', { ...first, ...result, completedAt: at })
const failed = createEvent('AnalysisFailed', { ...first, reason: 'It can not be read.', failedAt: at })
const said = boxes.map(({ confidence: _, ...box }) => box)
const correction = { analysisId, corrections: 0, boxes: said, correctedBy: 'u2', annotated: 'drawn anew' }

it('is named by photo, site and method', () => {
  const named = { picture: 'p', siteId: 'WS001', method: 'yolo' } as const
  const ids = [named, { ...named, picture: 'q' }, { ...named, siteId: 'WS002' }, { ...named, method: 'llm' as const }]
  expect(new Set([...ids, { picture: 'p', method: 'yolo' } as const].map(analysisIdOf)).size).toBe(5)
  expect(analysisIdOf({ ...named })).toBe(analysisIdOf(named))
})

describe('asked for', () => {
  it('waits to be looked at', () =>
    givenEvents(analysisAggregate, [])
      .when(requestAnalysis, asked)
      .then([createEvent('AnalysisRequested', { ...asked, attempt: 1, requestedAt: at })]))

  it.each<[string, Event[]]>([
    ['while it waits', [requested]],
    ['while somebody looks at it', [requested, started(1)]],
    ['once it is done', [requested, started(1), completed]],
  ])('again %s: it is the same', (_, events) =>
    givenEvents(analysisAggregate, events).when(requestAnalysis, asked).then([]),
  )

  it('again after it failed: it is tried again', () => {
    const { decision } = givenEvents(analysisAggregate, [requested, failed]).when(requestAnalysis, asked)
    expect(decision).toMatchObject([{ data: { attempt: 2 } }])
  })
})

describe('of a worker', () => {
  it('is begun, and again after a stop, but not for ever', () => {
    givenEvents(analysisAggregate, [requested])
      .when(startAnalysis, first)
      .then([started(1)])
    givenEvents(analysisAggregate, [requested, started(3)])
      .when(startAnalysis, first)
      .then([started(4)])
    const { decision } = givenEvents(analysisAggregate, [requested, started(4)]).when(startAnalysis, first)
    const reason = 'The server stopped 4 times while analysing this photo. Please send another one.'
    expect(decision).toEqual([createEvent('AnalysisFailed', { ...first, reason, failedAt: at })])
  })

  it('ends once, done or failed', () => {
    givenEvents(analysisAggregate, [requested, started(1)])
      .when(completeAnalysis, { ...first, ...result })
      .then([completed])
    givenEvents(analysisAggregate, [requested, started(1)])
      .when(failAnalysis, { ...first, reason: 'It can not be read.' })
      .then([failed])
  })

  it.each<[string, Event[], number]>([
    ['nobody asked for', [], 1],
    ['is done', [requested, completed], 1],
    ['has failed', [requested, failed], 1],
    [
      'was given up, and is tried again',
      [requested, failed, createEvent('AnalysisRequested', { ...requested.data, attempt: 2 })],
      1,
    ],
  ])('says nothing of what %s', (_, events, attempt) => {
    givenEvents(analysisAggregate, events).when(startAnalysis, { analysisId, attempt }).then([])
    givenEvents(analysisAggregate, events)
      .when(completeAnalysis, { analysisId, attempt, ...result })
      .then([])
    givenEvents(analysisAggregate, events).when(failAnalysis, { analysisId, attempt, reason: 'why' }).then([])
  })
})

describe('corrected', () => {
  const correctedBy = (change: Partial<typeof correction>, events: Event[] = [requested, completed]) =>
    givenEvents(analysisAggregate, events).when(correctAnalysis, { ...correction, ...change })

  it('counts by what a person said; of what they left as it was, the model stays as sure', () => {
    const [glass, paper] = said as [LitterBox, LitterBox]
    const { decision } = correctedBy({ boxes: [glass, { ...paper, material: 'glass' }] })
    const { before, after, ...data } = (decision as { data: EventData<'AnalysisCorrected'> }[])[0]?.data ?? {}
    expect(data).toEqual({
      analysisId,
      number: 1,
      siteId: 'WS001',
      annotated: 'drawn anew',
      correctedBy: 'u2',
      correctedAt: at,
    })
    expect(before).toEqual({ boxes, composition, weight: undefined })
    expect(after?.boxes).toEqual([boxes[0], { ...paper, material: 'glass' }])
    expect(after?.composition).toEqual({ ...composition, glass: 100, paper: 0 })
    expect(after?.weight?.kg).toBeGreaterThan(0)
  })

  it('to nothing at all makes it unknown', () => {
    const { decision } = correctedBy({ boxes: [] })
    expect(decision).toMatchObject([{ data: { after: { boxes: [] } } }])
    expect((decision as { data: EventData<'AnalysisCorrected'> }[])[0]?.data.after).toEqual({ boxes: [] })
  })

  it('to the same value changes nothing', () => correctedBy({}).then([]))

  it('by two at once: the second looks again', () => {
    const once = correctedBy({ boxes: [] }).decision as Event[]
    correctedBy({ boxes: said.slice(1) }, [requested, completed, ...once]).then({
      rejected: 'conflict',
      message: 'Someone else has corrected this analysis. Please look again.',
    })
    expect(correctedBy({ boxes: said, corrections: 1 }, [requested, completed, ...once]).decision).toMatchObject([
      { data: { number: 2, before: { boxes: [] } } },
    ])
  })

  it('before there is anything: no', () => {
    correctedBy({}, []).then({ rejected: 'not-found' })
    correctedBy({}, [requested, started(1)]).then({ rejected: 'conflict' })
    correctedBy({}, [requested, failed]).then({ rejected: 'conflict' })
  })
})
