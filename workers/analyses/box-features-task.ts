/** Pool task that returns the detector network's output for boxes that people drew. */
import { readFile } from 'node:fs/promises'
import type { BoxFeatures } from '#ml/waste-detector/material-classifier.ts'
import type { Rectangle } from '#ml/waste-detector/window.ts'
import type { RawPixelFile } from '#platform/pictures/tasks.ts'
import { endThreadWithError, openDetectorOnThread } from './thread-detector.ts'

export interface PhotoWithBoxes extends RawPixelFile {
  boxes: readonly Rectangle[]
}

export default async function computeBoxFeatures({
  file,
  width,
  height,
  boxes,
}: PhotoWithBoxes): Promise<BoxFeatures[]> {
  const rgb = await readFile(file)
  try {
    return (await openDetectorOnThread()).viewsOf(rgb, width, height, boxes)
  } catch (error) {
    return endThreadWithError(error)
  }
}
