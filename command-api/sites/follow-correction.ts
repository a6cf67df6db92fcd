/** FollowCorrection: corrects the site and deliveries that used a corrected analysis. */
import { isDeepStrictEqual } from 'node:util'
import { isRejection } from '#contract/http/problems.ts'
import { type AnalysisState, analysisAggregate } from '../aggregates/analysis.ts'
import { type SiteContents, siteAggregate, siteContentsFold } from '../aggregates/site.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

interface ApplyAnalysisCorrection extends AnalysisState {
  siteId: string
  analysisId: string
  correctedBy: string
}

/**
 * Corrects the site's composition if it came from this analysis and was not edited.
 * If the corrected photo has no litter, the earlier composition stays.
 */
export const applyAnalysisCorrection: Decider<ApplyAnalysisCorrection, SiteContents, 'site'> = (
  { siteId, analysisId, correctedBy, known, compositions },
  { open, last, updates },
  now,
) => {
  const { composition, annotated: image } = known ?? {}
  if (!open || last?.analysisId !== analysisId || !composition || image === undefined || last.image === image) return []
  if (!compositions.some((said) => isDeepStrictEqual(said, last.composition))) return []
  const { number, corrects = number, currentCapacity, weight, source, arrived } = last
  const same = { siteId, analysisId, currentCapacity, weight, source, arrived }
  const corrected = { composition, image, corrects, crossed: false, updatedBy: correctedBy }
  return [
    createEvent('SiteCompositionUpdated', { ...same, ...corrected, number: updates + 1, updatedAt: now.toISOString() }),
  ]
}

/**
 * Updates the site after people corrected an analysis.
 * Applies the latest correction, even if the command was sent for an earlier one.
 */
export async function handleAnalysisCorrection(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  { siteId, analysisId }: { siteId: string; analysisId: string },
  commandId: string,
): Promise<void> {
  const gather = () => loadState(store, analysisAggregate.stream(analysisId), analysisAggregate)
  const decide = (state: SiteContents, said: AnalysisState) =>
    applyAnalysisCorrection({ ...said, siteId, analysisId, correctedBy: said.correctedBy ?? 'system' }, state, clock())
  const handled = await handleWithFacts(
    store,
    siteAggregate.stream(siteId),
    siteContentsFold,
    { gather, decide },
    createPolicyEnvelope(commandId),
  )
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}
