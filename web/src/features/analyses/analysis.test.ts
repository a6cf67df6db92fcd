/** Tests the texts of an analysis in each state. */
import { expect, it } from 'vitest'
import type { Analysis } from '#contract/views.ts'
import { describeAnalysisState, findDroppedPhoto, formatWeightRange, photoFileErrorOf } from './analysis.ts'

const analysis = (of: Partial<Analysis>) => ({ boxes: [], ...of }) as Analysis
const box = { id: 'b1', material: 'plastic', x0: 0, y0: 0, x1: 1, y1: 1 } as const

it.each([
  [{ state: 'queued' }, 'In the queue'],
  [{ state: 'running' }, 'Analysing the photo'],
  [{ state: 'failed', reason: 'The model could not be asked.' }, 'The model could not be asked.'],
  [{ state: 'failed' }, 'Failed to detect waste composition'],
  [{ state: 'done' }, 'Nothing found'],
  [{ state: 'done', boxes: [box], composition: { plastic: 100, paper: 0 } }, 'Plastic 100\u00a0% · 1 object'],
  [{ state: 'done', boxes: [box, box], composition: { plastic: 30, paper: 70 } }, 'Paper 70\u00a0% · 2 objects'],
] as const)('%o: %s', (of, words) => expect(describeAnalysisState(analysis(of as Partial<Analysis>))).toBe(words))

it('tells a weight with what it may be', () => {
  expect(formatWeightRange({ kg: 12.34, low: 2, high: 640 })).toBe(
    'Weight about 12.3\u00a0kg, likely between 2\u00a0kg and 640\u00a0kg. Estimated from size and typical density.',
  )
  expect(formatWeightRange({ kg: 0.0452, low: 0.001, high: 0.9 })).toBe(
    'Weight about 45\u00a0g, likely between 1\u00a0g and 900\u00a0g. Estimated from size and typical density.',
  )
})

/** Tests which photo files are accepted, and the errors for others. */
const MB = 1024 * 1024
const file = (name: string, type: string) => new File(['x'], name, { type })

it.each([
  [{ type: 'image/jpeg', size: MB }, undefined],
  [{ type: 'image/heic', size: MB }, undefined],
  [{ type: 'application/pdf', size: MB }, 'Please select an image file.'],
  [{ type: '', size: MB }, 'Please select an image file.'],
  [{ type: 'image/png', size: 0 }, 'This file is empty. Please select another one.'],
  [{ type: 'image/png', size: 10 * MB + 1 }, 'This photo is larger than 10 MB. Please select a smaller one.'],
])('%o: %s', (of, why) => expect(photoFileErrorOf(of)).toBe(why))

it('finds the image among what was dropped', () => {
  const [text, image] = [file('a.txt', 'text/plain'), file('a.png', 'image/png')]
  const dropped = (...files: File[]) => ({ files: files as unknown as FileList })
  expect(findDroppedPhoto(dropped(text, image))).toBe(image)
  expect(findDroppedPhoto(dropped(text))).toBe(text)
  expect(findDroppedPhoto(null)).toBeUndefined()
})
