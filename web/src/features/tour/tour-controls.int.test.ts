/** Tests that there is a caption for each recorded scene. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { TourRecording } from '#contract/demo/tour-recording.ts'
import { getTourCaptions } from './tour-controls.tsx'

it('are in English those of the recording', () => {
  const file = path.join(import.meta.dirname, 'tape.generated.json')
  const { scenes } = JSON.parse(readFileSync(file, 'utf8')) as TourRecording
  expect(getTourCaptions()).toEqual(scenes.map(({ title, text }) => ({ title, text })))
})
