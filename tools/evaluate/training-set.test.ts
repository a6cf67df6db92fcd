/** Tests the training set: each photo once, latest correction, boxes in px. */
import { expect, it } from 'vitest'
import type { LitterBox } from '#contract/analyses/litter.ts'
import type { LoggedEvent } from '#platform/event-store/event-store.ts'
import { trainingSetOf } from './training-set.ts'

const happened = (type: string, data: object) => ({ type, data }) as LoggedEvent
const asked = (analysisId: string, picture: string) =>
  happened('AnalysisRequested', { analysisId, picture, width: 200, height: 100, attempt: 1, method: 'yolo' })
const box: LitterBox = { id: 'b1', material: 'glass', x0: 0.1, y0: 0.2, x1: 0.6, y1: 0.7 }
const done = (analysisId: string) =>
  happened('AnalysisCompleted', { analysisId, attempt: 1, boxes: [box], annotated: 'drawn' })
const corrected = (analysisId: string, number: number, boxes: LitterBox[], correctedAt: string) =>
  happened('AnalysisCorrected', { analysisId, number, after: { boxes }, annotated: 'drawn', correctedAt })
const metal: LitterBox = { ...box, material: 'metal' }

it('has photos that somebody corrected, as they were left, and no others', () => {
  const { images, annotations, categories } = trainingSetOf([
    ...[asked('a', 'p1'), done('a'), asked('b', 'p2'), done('b')],
    ...[corrected('a', 1, [], '2026-01-01T00:00:00.000Z'), corrected('a', 2, [metal], '2026-01-02T00:00:00.000Z')],
    happened('SomethingNewer', {}),
  ])
  expect(images).toEqual([{ id: 1, file_name: 'images/p1.jpg', width: 200, height: 100, picture: 'p1' }])
  expect(annotations).toEqual([
    { id: 1, image_id: 1, category_id: 4, bbox: [20, 20, 100, 50], area: 5_000, iscrowd: 0 },
  ])
  expect(categories[3]).toEqual({ id: 4, name: 'metal' })
})

it('has a photo of two sites once, as it was corrected last; one without litter too', () => {
  const { images, annotations } = trainingSetOf([
    ...[asked('a', 'p1'), done('a'), asked('b', 'p1'), done('b')],
    ...[corrected('b', 1, [], '2026-01-03T00:00:00.000Z'), corrected('a', 1, [metal], '2026-01-02T00:00:00.000Z')],
  ])
  expect(images).toHaveLength(1)
  expect(annotations).toEqual([])
})
