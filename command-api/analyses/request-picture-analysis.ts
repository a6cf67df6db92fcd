/**
 * Requests the analysis of an uploaded picture.
 * The picture is stored permanently before the event that names it.
 */

import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import type { AnalysisMethod } from '#contract/analyses/litter.ts'
import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Picture } from '#platform/pictures/tasks.ts'
import { type AnalysisState, analysisAggregate, analysisIdOf, materialHeadAggregate } from '../aggregates/analysis.ts'
import { siteAggregate } from '../aggregates/site.ts'
import { createEvent, type Decider, hasEvents } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

interface AnalysisInput {
  picture: Picture
  siteId: string | undefined
  method: AnalysisMethod
}

export async function requestPictureAnalysis(
  { store, clock, pictures }: Pick<Kernel, 'store' | 'clock' | 'pictures'>,
  { picture: { hash: picture, width, height }, siteId, method }: AnalysisInput,
  envelope: Envelope,
): Promise<{ known: AnalysisProgress; position: number } | Rejection> {
  if (siteId !== undefined && !(await loadState(store, siteAggregate.stream(siteId), siteAggregate)).open)
    return reject('not-found', msg`The requested waste site could not be found or may have been removed.`)
  const head =
    method === 'yolo'
      ? (await loadState(store, materialHeadAggregate.stream(), materialHeadAggregate)).inUse
      : undefined
  const analysisId = analysisIdOf({ picture, method, head, ...(siteId !== undefined && { siteId }) })
  const decide = (state: AnalysisState) => {
    const wanted = { analysisId, picture, width, height, method, ...(head && { head }), requestedBy: envelope.actor }
    return requestAnalysis({ ...wanted, ...(siteId !== undefined && { siteId }) }, state, clock())
  }
  const gather = async (state: AnalysisState) => {
    const gone = hasEvents(decide(state)) ? await pictures.keep(picture) : undefined
    return gone ?? {}
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
  return known ? { known, position: handled.position } : reject('internal', msg`The analysis was not recorded.`)
}

type RequestAnalysis = Omit<EventData<'AnalysisRequested'>, 'attempt' | 'requestedAt'>

/**
 * RequestAnalysis: requests a photo's analysis, unless it is done or queued.
 * Repeats a failed one.
 */
export const requestAnalysis: Decider<RequestAnalysis, AnalysisState, 'analysis'> = (command, { known }, now) => {
  if (known && known.state !== 'failed') return []
  return [
    createEvent('AnalysisRequested', {
      ...command,
      attempt: (known?.attempt ?? 0) + 1,
      requestedAt: now.toISOString(),
    }),
  ]
}
