/**
 * Analyse job: analyses a photo and draws its boxes.
 * It sends the result or the reason for a failure.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import { ANALYSIS_METHODS, type AnalysisResult } from '#contract/analyses/litter.ts'
import { MaterialHeadCorrection } from '#contract/analyses/refits.ts'
import { msg } from '#contract/languages/message.ts'
import { UndecodablePicture } from '#platform/pictures/decoder.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { defineJob, type JobDependencies } from '../runner/job.ts'
import { askVisionModel } from './ask-model.ts'
import { DetectionFailed, type DetectionResult, detectLitter, photoLimiter } from './detect.ts'

const Analyse = z.object({
  analysisId: z.string(),
  attempt: z.int(),
  picture: z.string(),
  method: z.enum(ANALYSIS_METHODS),
  head: MaterialHeadCorrection.optional(),
})

/**
 * Random id of this process.
 * Each photo analysis counts the processes that have started it.
 * An analysis is given up if its photo crashes several processes in a row.
 * A retry in the same process, such as after an unreachable server, does not count.
 */
const PROCESS = randomUUID()

type AnalyseData = Omit<z.infer<typeof Analyse>, 'analysisId' | 'attempt'>

const UNREADABLE = msg`This picture cannot be read. Please send it again.`.message
const OUR_FAULT = msg`Something went wrong on our side while analysing this photo. Please try again.`.message

export const analyseJob = defineJob({
  data: Analyse,
  async run({ analysisId, attempt, ...asked }, commandId, work) {
    const { send, log } = work
    await send(`${commandId}/${PROCESS}`, { type: 'StartAnalysis', analysisId, attempt })
    if (!(await isRunning(work, analysisId, attempt))) return
    try {
      const result = await analysePhoto(asked, work)
      await send(commandId, { type: 'CompleteAnalysis', analysisId, attempt, ...result })
    } catch (error) {
      if (!(error instanceof DetectionFailed)) throw error
      log.warn({ err: error, analysisId }, 'a photo could not be analysed')
      await send(commandId, { type: 'FailAnalysis', analysisId, attempt, reason: error.message })
    }
  },
})

async function isRunning({ rows }: JobDependencies, analysisId: string, attempt: number): Promise<boolean> {
  const [row] = await (await rows.upToNow('analyses')).get<Row & AnalysisProgress>('analyses', [analysisId])
  return row?.attempt === attempt && row.state === 'running'
}

/** Draws the boxes on the photo and adds the picture to the result. */
async function addAnnotatedPicture(
  picture: string,
  { took, ...seen }: DetectionResult,
  { pictures }: JobDependencies,
): Promise<AnalysisResult> {
  const began = performance.now()
  const annotated = await pictures.annotate(picture, seen.boxes)
  if (!annotated) throw new DetectionFailed(UNREADABLE)
  return { ...seen, annotated, took: { ...took, drawing: Math.round(performance.now() - began) } }
}

/**
 * Analyses the photo.
 * Any error becomes DetectionFailed with a message for the user.
 * A retry would fail too.
 * The only other error is WorkerThreadPoolClosed, during a shutdown.
 */
async function analysePhoto({ picture, method, head }: AnalyseData, work: JobDependencies): Promise<AnalysisResult> {
  try {
    if (method === 'llm') return await addAnnotatedPicture(picture, await askVisionModel(picture, work), work)
    return await photoLimiter(async () => addAnnotatedPicture(picture, await detectLitter(picture, work, head), work))
  } catch (error) {
    if (error instanceof DetectionFailed || error instanceof WorkerThreadPoolClosed) throw error
    throw new DetectionFailed(error instanceof UndecodablePicture ? UNREADABLE : OUR_FAULT, { cause: error })
  }
}
