/**
 * Tests that a refit follows enough corrections or a request.
 * Only one refit runs at a time, and each has its own number.
 */
import { expect, it } from 'vitest'
import { AUTOMATIC_REFIT_PHOTOS } from '#contract/analyses/refits.ts'
import type { Event, EventType } from '#contract/events.ts'
import { createHeadRefitPolicy } from './refit-policy.ts'

const happened = (type: EventType, data: object) => ({ type, data }) as unknown as Event
const corrected = (count: number, from = 0, boxes: object[] = [{}]) =>
  Array.from({ length: count }, (_, n) =>
    happened('AnalysisCorrected', { analysisId: `a${from + n}`, after: { boxes } }),
  )
const asked = happened('RefitRequested', { refit: 1 })
const made = (refit: number) => happened('MaterialHeadRefitted', { refit })
const failed = (refit: number) => happened('RefitFailed', { refit })

function asksFor(...events: Event[]): string[] {
  const policy = createHeadRefitPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id }) => id)
}

it('waits for enough photos, each counted once', () => {
  expect(asksFor(...corrected(AUTOMATIC_REFIT_PHOTOS - 1), ...corrected(5))).toEqual([])
  expect(asksFor(...corrected(AUTOMATIC_REFIT_PHOTOS))).toEqual(['refit-1'])
})

it('counts no photo in which people see nothing: it has no material', () => {
  expect(asksFor(...corrected(AUTOMATIC_REFIT_PHOTOS, 0, []))).toEqual([])
})

it('is made at once when somebody asks', () => {
  expect(asksFor(asked)).toEqual(['refit-1'])
  expect(asksFor(asked, ...corrected(AUTOMATIC_REFIT_PHOTOS))).toEqual(['refit-1'])
})

it('starts counting again when one has ended or failed', () => {
  const enough = corrected(AUTOMATIC_REFIT_PHOTOS)
  expect(asksFor(...enough, made(1))).toEqual([])
  expect(asksFor(...enough, made(1), ...corrected(AUTOMATIC_REFIT_PHOTOS, 100))).toEqual(['refit-2'])
  expect(asksFor(asked, failed(1), ...corrected(3))).toEqual([])
})
