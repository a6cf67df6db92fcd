/** HTTP handlers of analyses: request and correct. */

import { type AnalysisProgress, toAnalysis } from '#contract/analyses/analysis-progress.ts'
import type { AnalysisMethod } from '#contract/analyses/litter.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { parseStoredMessage } from '#contract/languages/values.ts'
import { endpointRoutes } from '#contract/routes.ts'
import type { EndpointCall, HandlerAnswer, Handlers } from '#platform/http/api.ts'
import { createConcurrencyLimit, runWithinLimit } from '#platform/http/concurrency-limit.ts'
import { type StreamedText, streamBase64 } from '#platform/http/send-answer.ts'
import { NO_QUOTA, type PersonQuota } from '#platform/limiters.ts'
import { type AnalysisState, analysisAggregate } from '../aggregates/analysis.ts'
import { hasEvents } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { createAnalysisCompletionWaiters } from './completion-waiters.ts'
import { correctAnalysis, mergeCorrectedBoxes } from './correct-analysis.ts'
import { requestPictureAnalysis } from './request-picture-analysis.ts'

function rawOf({
  id,
  boxes = [],
  model = '',
  version = '',
  weight,
  usage,
}: AnalysisProgress): AnswerOf<'detectImage'>['raw'] {
  return {
    analysis_id: id,
    detections: boxes.map(({ material, confidence = null, x0, y0, x1, y1 }) => ({
      class: material,
      confidence,
      bbox: [x0, y0, x1, y1],
    })),
    model,
    version,
    weight: weight ? { ...weight, estimated: true } : null,
    ...(usage && { usage }),
  }
}

const imageAnswer = (known: AnalysisProgress, annotated_image: StreamedText): HandlerAnswer<'detectImage'> => ({
  result: known.composition ?? {},
  total_weight: known.weight?.kg ?? null,
  annotated_image,
  raw: rawOf(known),
})

const llmAnswer = (known: AnalysisProgress, annotated_image: StreamedText): HandlerAnswer<'detectLlm'> => ({
  composition: known.composition ?? {},
  estimated_weight: known.weight?.kg ?? null,
  annotated_image,
  raw: rawOf(known),
})

/**
 * Maximum wait for a result, in ms.
 * The response then names the URL of the later result.
 */
const RESULT_TIMEOUT_MS = 60_000
/**
 * Maximum number of calls that wait for a result, in total and per user.
 * Each waiting call keeps a connection open.
 */
const MAX_WAITING_CALLS = { all: 32, ofOne: 8 }

/**
 * Maximum number of requests that measure their picture at once, in total and per user.
 * Each reads the whole picture.
 */
const MAX_REQUESTS = { all: 32, ofOne: 8 }
/**
 * Maximum number of corrections whose picture is being drawn, in total and per user.
 * Pictures are drawn one after another, those of analyses too.
 */
const MAX_DRAWN_CORRECTIONS = { all: 8, ofOne: 2 }
const TOO_MANY_PICTURES = msg`Too many pictures at once. Please try again in a few seconds.`

const NO_LLM = reject(
  'unavailable',
  msg`No language model is set up. Set LLM_BASE_URL and LLM_MODEL (and LLM_API_KEY if it needs one), or use the built-in detector (yolo).`,
)
const isEnded = ({ state }: AnalysisProgress) => state === 'done' || state === 'failed'
const placeOf = (id: string) => `/api${endpointRoutes.analysis.path.replace(':id', id)}`

interface AnalysisOptions {
  llm?: boolean
  patienceMs?: number
  countPicture?: PersonQuota
}

type AnalysisPorts = Pick<Kernel, 'store' | 'pictures' | 'clock' | 'log'>

/**
 * Returns the HTTP handlers of photo analyses.
 * `llm` is true if a language model is configured.
 * `countPicture` counts a person's pictures, and returns a rejection above the limit.
 */
export function createAnalysisHandlers(
  kernel: AnalysisPorts,
  { llm = false, patienceMs = RESULT_TIMEOUT_MS, countPicture = NO_QUOTA }: AnalysisOptions = {},
): Handlers {
  const { store, pictures, clock } = kernel
  const ends = createAnalysisCompletionWaiters(store, kernel.log)
  const enter = createConcurrencyLimit(MAX_WAITING_CALLS)
  const texts = { ofOne: TOO_MANY_PICTURES, all: TOO_MANY_PICTURES }
  const enterRequest = createConcurrencyLimit(MAX_REQUESTS, texts)
  const enterDrawing = createConcurrencyLimit(MAX_DRAWN_CORRECTIONS, texts)
  const knownOf = async (id: string) => (await loadState(store, analysisAggregate.stream(id), analysisAggregate)).known

  /**
   * Waits for the analysis.
   * Returns a rejection if it fails or takes too long.
   */
  async function ended(asked: AnalysisProgress): Promise<AnalysisProgress | Rejection> {
    let known = asked
    const look = async () => {
      known = (await knownOf(asked.id)) ?? known
      return isEnded(known)
    }
    if (!isEnded(known)) await ends.next(asked.id, look, patienceMs)
    if (!isEnded(known)) await look()
    if (known.state === 'done') return known
    const instance = placeOf(known.id)
    if (known.state === 'failed')
      return {
        ...reject(known.method === 'llm' ? 'unavailable' : 'internal', parseStoredMessage(known.reason ?? '')),
        instance,
      }
    const late = msg`This photo is still being analysed. Check again in a moment.`
    return { ...reject('late', late), instance }
  }

  async function detect(
    { upload, body: { siteId }, principal, envelope }: EndpointCall<'detectImage' | 'detectLlm'>,
    method: AnalysisMethod,
  ): Promise<{ known: AnalysisProgress; image: StreamedText } | Rejection> {
    return runWithinLimit(enter, principal.userId, async () => {
      const tooMany = await countPicture(principal.userId)
      if (tooMany) return tooMany
      const picture = await pictures.take(upload.path, principal.userId)
      // Releases the upload slot, because from now on the call only waits for the analysis.
      await upload.release()
      if (isRejection(picture)) return picture
      const asked = await requestPictureAnalysis(kernel, { picture, siteId, method }, envelope)
      if (isRejection(asked)) return asked
      const known = await ended(asked.known)
      if (isRejection(known)) return known
      const bytes = known.annotated && (await pictures.read(known.annotated))
      if (!bytes) return reject('internal', msg`The picture with the boxes no longer exists.`)
      return { known, image: streamBase64(bytes) }
    })
  }

  return {
    async detectImage(call) {
      const seen = await detect(call, 'yolo')
      return isRejection(seen) ? seen : imageAnswer(seen.known, seen.image)
    },
    async detectLlm(call) {
      const seen = llm ? await detect(call, 'llm') : NO_LLM
      return isRejection(seen) ? seen : llmAnswer(seen.known, seen.image)
    },
    async requestAnalysis({ body: { picture: hash, siteId, method }, principal, envelope }) {
      if (method === 'llm' && !llm) return NO_LLM
      return runWithinLimit(enterRequest, principal.userId, async () => {
        const picture = await pictures.size(hash)
        if (isRejection(picture)) return picture
        const asked = await requestPictureAnalysis(kernel, { picture, siteId, method }, envelope)
        return isRejection(asked) ? asked : { analysis: toAnalysis(asked.known), position: asked.position }
      })
    },
    async correctAnalysis({ params: { id: analysisId }, body, principal, envelope }) {
      const decide = (state: AnalysisState, { annotated }: { annotated: string }) =>
        correctAnalysis({ ...body, analysisId, correctedBy: principal.userId, annotated }, state, clock())
      const gather = async (state: AnalysisState) => {
        // Validates the command before the costly drawing of the boxes.
        if (!state.known || !hasEvents(decide(state, { annotated: '' }))) return { annotated: '' }
        const { picture, boxes: found = [] } = state.known
        return runWithinLimit(enterDrawing, principal.userId, async () => {
          const tooMany = await countPicture(principal.userId)
          if (tooMany) return tooMany
          const annotated = await pictures.annotate(picture, mergeCorrectedBoxes(body.boxes, found))
          return annotated ? { annotated } : reject('not-found', msg`The picture no longer exists.`)
        })
      }
      const handled = await handleWithFacts(
        store,
        analysisAggregate.stream(analysisId),
        analysisAggregate,
        { gather, decide },
        envelope,
      )
      if (isRejection(handled)) return handled
      const { known } = handled.state
      return known
        ? { analysis: toAnalysis(known), position: handled.position }
        : reject('not-found', msg`There is no such analysis.`)
    },
  }
}
