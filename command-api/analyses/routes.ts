/** HTTP handlers of analyses: request and correct. */

import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import { lines } from '#contract/lines.ts'
import { type Progress, toAnalysis } from '#contract/waste/analysis-progress.ts'
import type { Method } from '#contract/waste/litter.ts'
import type { Call, Handlers } from '#platform/http/api.ts'
import { inBase64, type LongText } from '#platform/http/long-text.ts'
import { createPlaces } from '#platform/http/places.ts'
import { hasEvents } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { type AnalysisState, analysis } from '../streams/analysis.ts'
import { imageAnswer, llmAnswer } from './answers.ts'
import { askFor } from './ask.ts'
import { boxesAfter, correctAnalysis } from './correct-analysis.ts'
import { createEnds } from './ends.ts'

/**
 * Maximum wait in ms.
 * The response then names the URL of the later result.
 */
const PATIENCE_MS = 60_000
/** Maximum of concurrently waiting calls; each keeps a connection open. */
const MOST_WAITING = { all: 32, ofOne: 8 }

const NO_LLM = reject(
  'unavailable',
  'No language model is set up here: set LLM_BASE_URL and LLM_MODEL (and LLM_API_KEY where it asks for one), or use the built-in detector (yolo).',
)
const isEnded = ({ state }: Progress) => state === 'done' || state === 'failed'
const placeOf = (id: string) => `/api${lines.analysis.path.replace(':id', id)}`

type Parts = Pick<Kernel, 'store' | 'pictures' | 'clock' | 'log'>

/** `llm`: whether a language model is configured. */
export function analysisRoutes(kernel: Parts, { llm = false, patienceMs = PATIENCE_MS } = {}): Handlers {
  const { store, pictures, clock } = kernel
  const ends = createEnds(store, kernel.log)
  const enter = createPlaces(MOST_WAITING)
  const knownOf = async (id: string) => (await loadFrom(store, analysis.stream(id), analysis)).known

  /** Returns the ended analysis, or a rejection if it failed or takes too long. */
  async function ended(asked: Progress): Promise<Progress | Rejection> {
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
      return { ...reject(known.method === 'llm' ? 'unavailable' : 'internal', known.reason ?? ''), instance }
    const late = 'This photo is still being analysed. Please look for the result in a moment.'
    return { ...reject('late', late), instance }
  }

  async function detect(
    { upload, body: { siteId }, principal, envelope }: Call<'detectImage' | 'detectLlm'>,
    method: Method,
  ): Promise<{ known: Progress; image: LongText } | Rejection> {
    const leave = enter(principal.userId)
    if (typeof leave === 'object') return leave
    try {
      const picture = await pictures.take(upload.path)
      // A waiting call must not block an upload slot.
      await upload.release()
      if (isRejection(picture)) return picture
      const asked = await askFor(kernel, { picture, siteId, method }, envelope)
      if (isRejection(asked)) return asked
      const known = await ended(asked.known)
      if (isRejection(known)) return known
      const bytes = known.annotated && (await pictures.read(known.annotated))
      if (!bytes) return reject('internal', 'The picture with the boxes is not here any more.')
      return { known, image: inBase64(bytes) }
    } finally {
      leave()
    }
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
    async requestAnalysis({ body: { picture: hash, siteId, method }, envelope }) {
      if (method === 'llm' && !llm) return NO_LLM
      const picture = await pictures.size(hash)
      if (isRejection(picture)) return picture
      const asked = await askFor(kernel, { picture, siteId, method }, envelope)
      return isRejection(asked) ? asked : { analysis: toAnalysis(asked.known), position: asked.position }
    },
    async correctAnalysis({ params: { id: analysisId }, body, principal, envelope }) {
      const decide = (state: AnalysisState, { annotated }: { annotated: string }) =>
        correctAnalysis({ ...body, analysisId, correctedBy: principal.userId, annotated }, state, clock())
      const gather = async (state: AnalysisState) => {
        // Validates the command before drawing the picture.
        if (!state.known || !hasEvents(decide(state, { annotated: '' }))) return { annotated: '' }
        const boxes = boxesAfter(body.boxes, state.known.boxes ?? [])
        const annotated = await pictures.annotate(state.known.picture, boxes)
        return annotated ? { annotated } : reject('not-found', 'The picture is not here any more.')
      }
      const handled = await handleWithFacts(store, analysis.stream(analysisId), analysis, { gather, decide }, envelope)
      if (isRejection(handled)) return handled
      const { known } = handled.state
      return known
        ? { analysis: toAnalysis(known), position: handled.position }
        : reject('not-found', 'There is no such analysis.')
    },
  }
}
