/** Analysis policies: when photos are analysed, and when corrections cause a detector refit. */

import { isDeepStrictEqual } from 'node:util'
import { ANALYSIS_METHODS, type AnalysisMethod, type LitterDetection } from '#contract/analyses/litter.ts'
import { AUTOMATIC_REFIT_PHOTOS } from '#contract/analyses/refits.ts'
import type { Event, EventData } from '#contract/events.ts'
import {
  createCommandJob,
  dropOldest,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

/**
 * Maximum number of simultaneous analysis jobs, by method.
 * A hanging external model must not block the built-in detector.
 * The queue must also have capacity for notifications.
 */
const AT_ONCE: Record<AnalysisMethod, number> = { yolo: 4, llm: 2 }

/** Maximum number of analyses whose compositions are remembered, far more than anybody still corrects. */
const MAX_ANALYSES = 50_000

interface Waiting {
  attempt: number
  requestedBy: string
  isStarted?: true
  data: Pick<EventData<'AnalysisRequested'>, 'analysisId' | 'picture' | 'method' | 'head'>
}

/**
 * Returns at most `most` analyses: those that have started, then one of each person in turn.
 * Otherwise one person's thousands of photos would delay all others for hours.
 */
function takeTurns(waiting: readonly Waiting[], most: number): Waiting[] {
  const chosen = waiting.filter(({ isStarted }) => isStarted)
  const persons = [...Map.groupBy(waiting, ({ requestedBy }) => requestedBy).values()]
  for (let turn = 0; turn < waiting.length && chosen.length < most; turn++)
    for (const own of persons) {
      const next = own[turn]
      if (next && !next.isStarted) chosen.push(next)
    }
  return chosen.slice(0, most)
}

/**
 * Analysis policy: analyses requested photos, a few at once.
 * It updates sites after corrections.
 */
export function createAnalysisPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Requested analyses that have not ended yet, oldest first. */
  const waiting = keep('waiting', new Map<string, Waiting>())
  /** Compositions by analysis id: the original's and each correction's. */
  const said = keep('said', new Map<string, LitterDetection['composition'][]>())
  /**
   * Corrected analyses by id.
   * Each has the last correction's number and picture, and whether the photo shows litter.
   */
  const corrected = keep(
    'corrected',
    new Map<string, Pick<EventData<'AnalysisCorrected'>, 'number' | 'annotated'> & { shows: boolean }>(),
  )
  /** For each site: the analysis that set its current composition, and the site's picture at that time. */
  const sites = keep('sites', new Map<string, { analysisId: string; image: string | undefined }>())

  function say(analysisId: string, { composition }: LitterDetection): void {
    said.set(analysisId, [...(said.get(analysisId) ?? []), composition])
    dropOldest(said, MAX_ANALYSES)
  }

  /** Returns whether the composition is the analysis's own, not edited by a person. */
  const isOf = ({ composition, analysisId = '' }: EventData<'SiteCompositionUpdated'>) =>
    said.get(analysisId)?.some((one) => isDeepStrictEqual(one, composition)) ?? false

  function ended({ analysisId, attempt }: EventData<'AnalysisCompleted' | 'AnalysisFailed'>): void {
    if (waiting.get(analysisId)?.attempt === attempt) waiting.delete(analysisId)
  }

  const analyses = (): OutstandingJob[] =>
    ANALYSIS_METHODS.flatMap((method) =>
      takeTurns(
        [...waiting.values()].filter(({ data }) => data.method === method),
        AT_ONCE[method],
      ),
    ).map(({ attempt, data }) => ({
      id: `analyse-${data.analysisId}-${attempt}`,
      job: 'analyse',
      data: { ...data, attempt },
    }))

  /**
   * Returns jobs that update sites after the analysis of their composition was corrected.
   * If a correction removes all litter, the site stays unchanged: the composition is unknown.
   */
  const behind = (): OutstandingJob[] =>
    [...sites].flatMap(([siteId, { analysisId, image }]) => {
      const now = corrected.get(analysisId)
      if (!now?.shows || now.annotated === image) return []
      const id = `follow-correction-${siteId}-${analysisId}-${now.number}`
      return [createCommandJob(id, { type: 'FollowCorrection', siteId, analysisId })]
    })

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'AnalysisRequested': {
          const { analysisId, attempt, picture, method, head, requestedBy } = data
          const wanted = { analysisId, picture, method, ...(head && { head }) }
          waiting.set(analysisId, { attempt, requestedBy, data: wanted })
          return
        }
        case 'AnalysisStarted': {
          const one = waiting.get(data.analysisId)
          if (one?.attempt === data.attempt) one.isStarted = true
          return
        }
        case 'AnalysisCompleted':
          say(data.analysisId, data)
          return ended(data)
        case 'AnalysisFailed':
          return ended(data)
        case 'AnalysisCorrected': {
          const { analysisId, number, annotated, after } = data
          say(analysisId, after)
          corrected.set(analysisId, { number, annotated, shows: after.composition !== undefined })
          dropOldest(corrected, MAX_ANALYSES)
          return
        }
        case 'SiteClosed':
          sites.delete(data.siteId)
          return
        case 'SiteCompositionUpdated':
          if (data.analysisId === undefined || !isOf(data)) sites.delete(data.siteId)
          else sites.set(data.siteId, { analysisId: data.analysisId, image: data.image })
          return
      }
    },
    outstanding: () => [...analyses(), ...behind()],
  }
}

/**
 * Refit policy: requests a refit after enough corrections or on request.
 * Only one runs at a time.
 */
export function createHeadRefitPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /**
   * Analyses corrected since the last refit ended.
   * A correction during a refit counts for the next.
   */
  const corrected = keep('corrected', new Set<string>())
  /**
   * `done` is the number of the last completed refit.
   * `isAsked` is true if a person has requested another refit.
   */
  const refits = keep('refits', { done: 0, isAsked: false })

  function ended(refit: number): void {
    refits.done = refit
    refits.isAsked = false
    corrected.clear()
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'AnalysisCorrected':
          if (data.after.boxes.length > 0) corrected.add(data.analysisId)
          return
        case 'RefitRequested':
          refits.isAsked = true
          return
        case 'MaterialHeadRefitted':
        case 'RefitFailed':
          return ended(data.refit)
      }
    },
    outstanding() {
      if (!refits.isAsked && corrected.size < AUTOMATIC_REFIT_PHOTOS) return []
      const refit = refits.done + 1
      return [{ id: `refit-${refit}`, job: 'refit', data: { refit } }]
    },
  }
}
