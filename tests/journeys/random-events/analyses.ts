/** Generates random events of photo analyses. */
import type { AnalysisMethod, LitterBox, LitterDetection } from '#contract/analyses/litter.ts'
import { MATERIALS } from '#domain/city.ts'
import { compositionOfBoxes } from '#domain/litter-weight.ts'

const hashOf = (n: number) => String(n).padStart(64, 'a')
const head = (n: number) => ({ base: '2', version: `2.${n}`, weights: hashOf(n + 10) })

/** Returns findings with up to two boxes of varying materials. */
function seen(n: number, m: number): LitterDetection {
  const boxes = Array.from({ length: (n + m) % 3 }, (_, at): LitterBox => {
    const material = MATERIALS[(n + m + at) % MATERIALS.length] as LitterBox['material']
    return { id: `b${at}`, material, confidence: 0.5, x0: 0.1 * at, y0: 0.1, x1: 0.1 * at + 0.3, y1: 0.6 }
  })
  return { boxes, ...compositionOfBoxes(boxes) }
}

const attempt = (n: number) => ({ analysisId: `p${n}`, attempt: 1 })
const score = (n: number) => ({ right: n, logLoss: n / 2 })

import type { EventGenerator } from './ingredients.ts'

export const analysisEventGenerators = {
  askAnalysis: (n, m, { at }) => {
    const method: AnalysisMethod = m % 2 ? 'llm' : 'yolo'
    const photo = { picture: hashOf(n % 4), width: 640, height: 480, method }
    const about = { ...(m > 1 && { siteId: `W${m % 2}` }), ...(m === 4 && { head: head(1) }) }
    return {
      type: 'AnalysisRequested',
      data: { ...attempt(n), ...photo, ...about, requestedBy: 'd1', requestedAt: at },
    }
  },
  startAnalysis: (n, m, { at }) => ({ type: 'AnalysisStarted', data: { ...attempt(n), start: m + 1, startedAt: at } }),
  completeAnalysis: (n, m, { at }) => {
    const by = { model: 'waste-detector', version: m === 4 ? '2.1' : '2', annotated: hashOf(n + 20) }
    const took = { decoding: 10, looking: 500, drawing: 20 }
    return { type: 'AnalysisCompleted', data: { ...attempt(n), ...seen(n, m), ...by, took, completedAt: at } }
  },
  failAnalysis: (n, _, { at }) => ({
    type: 'AnalysisFailed',
    data: { ...attempt(n), reason: 'This picture cannot be read.', failedAt: at },
  }),
  correctAnalysis: (n, m, { at }) => ({
    type: 'AnalysisCorrected',
    data: {
      ...{ analysisId: `p${n}`, number: m + 1, before: seen(n, m), after: seen(n, m + 1) },
      ...{ annotated: hashOf(n + m + 30), correctedBy: 'd1', correctedAt: at },
    },
  }),
  askRefit: (n, _, { at }) => ({ type: 'RefitRequested', data: { refit: n + 1, requestedBy: 'd1', requestedAt: at } }),
  refit: (n, m, { at }) => {
    const { weights, ...named } = head(n + 1)
    const photos = { photos: 12, boxes: 20 }
    return {
      type: 'MaterialHeadRefitted',
      data: {
        ...{ refit: n + 1, ...named, trainedOn: photos, scoredOn: { ...photos, better: m, worse: n } },
        ...{ before: score(n), after: score(m), taken: m > n, ...(m > n && { weights }) },
        ...{ learnedFrom: [hashOf(m % 4).slice(0, 16)], refittedAt: at },
      },
    }
  },
  failRefit: (n, _, { at }) => ({ type: 'RefitFailed', data: { refit: n + 1, reason: 'It failed.', failedAt: at } }),
} satisfies Record<string, EventGenerator>
