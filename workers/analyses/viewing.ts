/** Pool task that returns the networks' output for people's boxes on a photo. */
import { readFile } from 'node:fs/promises'
import type { View } from '#ml/waste-detector/judge.ts'
import type { Rectangle } from '#ml/waste-detector/window.ts'
import type { Dots } from '#platform/pictures/tasks.ts'
import { endWith, ownDetector } from './own-detector.ts'

export interface Drawn extends Dots {
  boxes: readonly Rectangle[]
}

export default async function view({ file, width, height, boxes }: Drawn): Promise<View[]> {
  const rgb = await readFile(file)
  try {
    return (await ownDetector()).viewsOf(rgb, width, height, boxes)
  } catch (error) {
    return endWith(error)
  }
}
