/** Reads the analysis that a site update is based on: its picture, and whether its shares are current. */

import { isDeepStrictEqual } from 'node:util'
import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Material } from '#domain/city.ts'
import { type AnalysisState, analysis } from '../aggregates/analysis.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

/** Parts of the analysis that an update uses. */
export type CompositionSourceAnalysis = Pick<AnalysisState, 'compositions'> & { known: AnalysisProgress }

/** Returns the analysis, or a refusal if it is not done or belongs to another site. */
export async function loadSourceAnalysis(
  { store }: Pick<Kernel, 'store'>,
  analysisId: string,
  siteId: string,
): Promise<CompositionSourceAnalysis | Rejection> {
  const { known, compositions } = await loadState(store, analysis.stream(analysisId), analysis)
  if (!known) return reject('not-found', msg`There is no such analysis.`)
  if (known.state !== 'done') return reject('conflict', msg`This photo has not been analysed yet.`)
  if (known.siteId !== undefined && known.siteId !== siteId)
    return reject('conflict', msg`This photo was analysed for another site.`)
  return { known, compositions }
}

/** Refuses shares from before the last correction, because they would not match the corrected picture. */
export function refuseOutdatedComposition(
  { compositions }: Pick<CompositionSourceAnalysis, 'compositions'>,
  composition: Record<Material, number>,
): Rejection | undefined {
  const last = compositions.length - 1
  const at = compositions.findLastIndex((said) => isDeepStrictEqual(said, composition))
  return at === -1 || at === last
    ? undefined
    : reject('conflict', msg`This analysis was corrected in the meantime. Please look again.`)
}

/**
 * Returns the source of the shares: the analysis method if the shares equal the analysis's composition; otherwise
 * `said`.
 */
export const compositionSourceOf = <S>(
  { known, compositions }: CompositionSourceAnalysis,
  composition: Record<Material, number>,
  said: S,
): S | AnalysisProgress['method'] =>
  compositions.some((own) => isDeepStrictEqual(own, composition)) ? known.method : said
