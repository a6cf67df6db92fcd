/**
 * Analyses a photo with the built-in detector on a pool thread.
 * Shares are by estimated weight.
 */

import pLimit from 'p-limit'
import {
  type AnalysisResult,
  type LitterBox,
  type LitterDetection,
  MAX_BOXES_PER_PHOTO,
} from '#contract/analyses/litter.ts'
import type { MaterialHeadCorrection } from '#contract/analyses/refits.ts'
import { msg } from '#contract/languages/message.ts'
import { estimateWeight, roundToGrams, toWeightShares, toWholePercents } from '#domain/litter-weight.ts'
import { MAX_COMPUTE_THREADS, WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import type { JobDependencies } from '../runner/job.ts'
import type { DetectionInput, DetectionOutput } from './detect-task.ts'

/** Error for a photo that could not be analysed; users see its message. */
export class DetectionFailed extends Error {}

/** Result of an analysis before the boxes are drawn. */
export interface DetectionResult extends LitterDetection, Pick<AnalysisResult, 'model' | 'version' | 'usage'> {
  took: Omit<AnalysisResult['took'], 'drawing'>
}

/**
 * Limits concurrent photo analyses.
 * Each uses a whole core; one core stays free for the views.
 */
export const photoLimiter = pLimit(MAX_COMPUTE_THREADS)

/** Longest side of a photo in px; more does not improve the result. */
export const MAX_PHOTO_SIDE = 1_280
/**
 * Maximum number of attempts to analyse a photo.
 * A thread may also end for reasons other than the photo, such as lack of memory.
 */
const MAX_ATTEMPTS = 2
/**
 * Time limit for one attempt to analyse a photo, in ms.
 * Only an attempt that hangs takes so long.
 * Worker threads have low priority and are slow on a busy machine.
 */
export const DETECTION_TIMEOUT_MS = 300_000

const PROGRAM = new URL('./detect-task.ts', import.meta.url)

type DetectPorts = Pick<JobDependencies, 'pictures' | 'pool' | 'yolo' | 'log'>

/** Returns the detector's output, and how long decoding and detecting took in ms. */
async function lookAt(picture: string, head: DetectionInput['head'], { pictures, pool, yolo }: DetectPorts) {
  const began = performance.now()
  const seen = await pictures.dots(picture, MAX_PHOTO_SIDE, async (photo) => {
    const decoded = performance.now()
    const how = { signal: AbortSignal.timeout(DETECTION_TIMEOUT_MS) }
    const looked = await pool.run<DetectionInput, DetectionOutput>(PROGRAM, { ...photo, yolo, head }, how)
    const took = { decoding: Math.round(decoded - began), looking: Math.round(performance.now() - decoded) }
    return { ...looked, took }
  })
  if (!seen) throw new DetectionFailed(msg`The picture no longer exists. Please send it again.`.message)
  return seen
}

/**
 * Reads the weights of a refit.
 * If they are lost, returns undefined, and the original weights are used.
 * The analysis's version shows that.
 */
async function readHead(
  head: MaterialHeadCorrection | undefined,
  { pictures, log }: DetectPorts,
): Promise<DetectionInput['head']> {
  if (!head) return undefined
  const additions = await pictures.kept.get(head.weights)
  if (!additions) log.warn({ head }, 'a refit is missing from the blobs; using the shipped heads')
  return additions && { base: head.base, version: head.version, additions }
}

async function lookAgain(picture: string, head: DetectionInput['head'], means: DetectPorts) {
  for (let tried = 1; ; tried++) {
    try {
      return await lookAt(picture, head, means)
    } catch (error) {
      if (tried === MAX_ATTEMPTS || error instanceof DetectionFailed || error instanceof WorkerThreadPoolClosed)
        throw error
      means.log.warn({ err: error }, 'analysing a photo again')
    }
  }
}

/**
 * Analyses a photo and returns the detector's result.
 * `head` is the correction of the detector's last layer that applied when the analysis was requested.
 */
export async function detectLitter(
  picture: string,
  means: DetectPorts,
  head?: MaterialHeadCorrection,
): Promise<DetectionResult> {
  const { boxes: found, areas, model, version, took } = await lookAgain(picture, await readHead(head, means), means)
  const shown = found.slice(0, MAX_BOXES_PER_PHOTO)
  const boxes = shown.map(
    ({ material, confidence, x0, y0, x1, y1 }, n): LitterBox => ({
      id: `b${n + 1}`,
      material,
      confidence: rounded(confidence, 3),
      x0: rounded(x0),
      y0: rounded(y0),
      x1: rounded(x1),
      y1: rounded(y1),
    }),
  )
  return {
    boxes,
    ...(areas && { composition: toWholePercents(toWeightShares(areas)), weight: roundToGrams(estimateWeight(shown)) }),
    model,
    version,
    took,
  }
}

const rounded = (number: number, decimals = 4) => Number(number.toFixed(decimals))
