/** The program of the pool that says what the built-in detector's networks see of boxes which people drew on a photo. */
import type { View } from '#ml/waste-detector/judge.ts'
import type { Rectangle } from '#ml/waste-detector/window.ts'
import { endWith, ownDetector } from './own-detector.ts'

export interface Drawn {
  rgb: Uint8Array
  width: number
  height: number
  boxes: readonly Rectangle[]
}

export default async function view({ rgb, width, height, boxes }: Drawn): Promise<View[]> {
  try {
    return (await ownDetector()).viewsOf(rgb, width, height, boxes)
  } catch (error) {
    return endWith(error)
  }
}
