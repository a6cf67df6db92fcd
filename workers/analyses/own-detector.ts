/** The built-in detector of a thread: made with the first photo, and there for all that the thread is asked afterwards. */
import path from 'node:path'
import { type Detector, openDetector } from '#ml/waste-detector/detector.ts'
import { rest } from '#platform/pool/right-of-way.ts'

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')

let opening: Promise<Detector> | undefined

export function ownDetector(): Promise<Detector> {
  opening ??= openDetector(WEIGHTS, rest)
  return opening
}

/** What broke inside a network may have broken what it runs on: the thread ends with it, and the next task gets another. */
export const endWith = (error: unknown) =>
  new Promise<never>(() => {
    process.nextTick(() => {
      throw error
    })
  })
