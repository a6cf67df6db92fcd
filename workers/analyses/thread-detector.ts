/** The built-in detector in a pool thread, created on first use and reused. */
import path from 'node:path'
import { type Detector, openDetector } from '#ml/waste-detector/detector.ts'
import { yieldCpu } from '#platform/worker-threads/cpu-yield.ts'

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')

let opening: Promise<Detector> | undefined

export function openDetectorOnThread(): Promise<Detector> {
  opening ??= openDetector(WEIGHTS, yieldCpu)
  return opening
}

/**
 * Throws the error outside of the task, which ends the worker thread.
 * The error may have corrupted the neural network's runtime.
 * The next task starts a new thread.
 */
export const endThreadWithError = (error: unknown) =>
  new Promise<never>(() => {
    process.nextTick(() => {
      throw error
    })
  })
