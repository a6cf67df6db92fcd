/** Refit job: runs the detector on corrected photos, trains its last layer again, and sends the result as a command. */

import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import type { LitterBox } from '#contract/analyses/litter.ts'
import {
  correctedAnalysesQuery,
  type HeadRefitRecord,
  headRefitInUseQuery,
  type RecordRefitCommand,
  RefitJobData,
  selectCorrectedPhotos,
  shortPictureHashOf,
} from '#contract/analyses/refits.ts'
import { msg } from '#contract/languages/message.ts'
import type { BoxFeatures } from '#ml/waste-detector/material-classifier.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { defineJob, type JobDependencies } from '../runner/job.ts'
import type { PhotoWithBoxes } from './box-features-task.ts'
import { DETECTION_TIMEOUT_MS, MAX_PHOTO_SIDE, photoLimiter } from './detect.ts'
import type { DetectorRetrainingInput, DetectorRetrainingOutput } from './refit-task.ts'

const [VIEWING, REFITTING] = ['./box-features-task.ts', './refit-task.ts'].map(
  (file) => new URL(file, import.meta.url),
) as [URL, URL]

const FAILED = msg`The detector could not learn from corrections.`.message
const OTHER_MODEL = 'A YOLO model (YOLO_MODEL) analyses the photos. It does not learn from corrections.'
const TOO_FEW = msg`Too few photos have been corrected since the detector last learned.`.message

/**
 * Longest time of the training in ms.
 * Only a hang takes so long.
 * Worker threads have low priority and are slow on a busy machine.
 */
const TRAINING_TIMEOUT_MS = 1_800_000

export const headRefitJob = defineJob({
  data: RefitJobData,
  async run({ refit }, commandId, work) {
    const { send, log } = work
    const fail = (reason: string) => send(`${commandId}/failed`, { type: 'FailRefit', refit, reason })
    if (work.yolo) return fail(OTHER_MODEL)
    let made: RecordRefitCommand | undefined
    try {
      made = await makeRefit(refit, work)
    } catch (error) {
      // The worker is shutting down.
      // The queue retries the job later.
      if (error instanceof WorkerThreadPoolClosed) throw error
      log.error({ err: error, refit }, 'the material heads could not be refitted')
      return fail(FAILED)
    }
    return made ? send(commandId, made) : fail(TOO_FEW)
  },
})

/**
 * Refits the detector to people's corrections of photos.
 * Returns undefined if too few corrected photos are new since the refit in use.
 */
async function makeRefit(refit: number, work: JobDependencies): Promise<RecordRefitCommand | undefined> {
  const rows = await work.rows.upToNow('analyses', 'refits')
  const [inUse] = await rows.find<Row & HeadRefitRecord>('refits', headRefitInUseQuery)
  const photos: DetectorRetrainingInput['photos'][number][] = []
  const known = new Set(inUse?.head?.learnedFrom)
  // Handles photos one by one, so the pool can do other work in between.
  for (const corrected of selectCorrectedPhotos(
    await rows.find<Row & AnalysisProgress>('analyses', correctedAnalysesQuery),
  )) {
    const boxes = await photoLimiter(() => boxesOf(corrected, work))
    if (boxes)
      photos.push({ picture: corrected.picture, boxes, known: known.has(shortPictureHashOf(corrected.picture)) })
  }
  const additions = inUse?.head && (await work.pictures.kept.get(inUse.head.weights))
  const before = inUse?.head && additions && { base: inUse.head.base, additions }
  const how = { signal: AbortSignal.timeout(TRAINING_TIMEOUT_MS) }
  const { base, made } = await work.pool.run<DetectorRetrainingInput, DetectorRetrainingOutput>(
    REFITTING,
    { photos, inUse: before },
    how,
  )
  if (!made) return undefined
  const { photos: count, boxes, better, worse, ...scores } = made.scoredOn
  return {
    type: 'RecordRefit',
    refit,
    base,
    version: `${base}.${refit}`,
    trainedOn: made.trainedOn,
    scoredOn: { photos: count, boxes, better, worse },
    ...scores,
    taken: made.isBetter,
    // Stores the refitted weights before the event that refers to them is recorded.
    ...(made.isBetter && { weights: await work.pictures.kept.put(made.additions) }),
    learnedFrom: photos.map(({ picture }) => shortPictureHashOf(picture)),
  }
}

/**
 * Returns the neural network's output for each corrected box of a photo, with the box's material.
 * Returns undefined if the photo is missing.
 */
async function boxesOf({ picture, boxes = [] }: AnalysisProgress, { pictures, pool }: JobDependencies) {
  const views = await pictures.dots(picture, MAX_PHOTO_SIDE, (photo) => {
    const how = { signal: AbortSignal.timeout(DETECTION_TIMEOUT_MS) }
    return pool.run<PhotoWithBoxes, BoxFeatures[]>(VIEWING, { ...photo, boxes }, how)
  })
  return views && boxes.map(({ material }: LitterBox, index) => ({ ...(views[index] as BoxFeatures), material }))
}
