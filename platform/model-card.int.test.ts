/**
 * Tests that the detector's model card matches its weights.
 * A missing or broken card must only be logged.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readModelCard } from './model-card.ts'

const DETECTOR = path.join(import.meta.dirname, '../ml/waste-detector')
const WORDS = 'card.json'
const FIGURES = 'weights/figures.json'

/** Copies the detector's card, without its weights, to a new folder. */
function copied(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'card-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of [WORDS, FIGURES]) cpSync(path.join(DETECTOR, file), path.join(folder, file))
  return folder
}

it('is of the weights that lie beside it', async () => {
  const warn = vi.fn()
  const card = await readModelCard({ warn })
  const { model, version } = JSON.parse(readFileSync(path.join(DETECTOR, 'weights/model.json'), 'utf8'))
  expect(card).toMatchObject({ model, version })
  const { boxes, photos, by_material } = card!.figures
  expect(Object.values(by_material).reduce((sum, of) => sum + of.boxes, 0)).toBe(boxes)
  expect(card!.trainedOn[0]?.what).toContain(`${photos} photos with ${boxes} boxes`)
  expect(warn).not.toHaveBeenCalled()
})

it.each([WORDS, FIGURES])('is done without where %s is missing or lacks something', async (file) => {
  const folder = copied()
  const warn = vi.fn()
  expect(await readModelCard({ warn }, folder)).toBeDefined()
  writeFileSync(path.join(folder, file), '{}')
  expect(await readModelCard({ warn }, folder)).toBeUndefined()
  rmSync(path.join(folder, file))
  expect(await readModelCard({ warn }, folder)).toBeUndefined()
  expect(warn).toHaveBeenCalledTimes(2)
})
