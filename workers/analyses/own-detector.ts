/** The built-in detector of a thread, created on first use and reused. */
import path from 'node:path'
import { type Detector, openDetector } from '#ml/waste-detector/detector.ts'
import { rest } from '#platform/pool/right-of-way.ts'

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')

let opening: Promise<Detector> | undefined

export function ownDetector(): Promise<Detector> {
  opening ??= openDetector(WEIGHTS, rest)
  return opening
}

/**
 * Ends the thread with the error, because the failed network may have corrupted its runtime.
 * The next task gets a new thread.
 */
export const endWith = (error: unknown) =>
  new Promise<never>(() => {
    process.nextTick(() => {
      throw error
    })
  })
