/** Sources of a site update: its analysis, and a base64 picture. */

import { isDeepStrictEqual } from 'node:util'
import type { AnalysisProgress } from '#contract/analyses/analysis-progress.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Material } from '#domain/city.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'
import { type AnalysisState, analysisAggregate } from '../aggregates/analysis.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

/** The parts of a photo analysis that a site's composition update uses. */
export type CompositionSourceAnalysis = Pick<AnalysisState, 'compositions'> & { known: AnalysisProgress }

/**
 * Returns the analysis.
 * Returns a rejection if it is missing, unfinished, or an analysis of another site.
 */
export async function loadSourceAnalysis(
  { store }: Pick<Kernel, 'store'>,
  analysisId: string,
  siteId: string,
): Promise<CompositionSourceAnalysis | Rejection> {
  const { known, compositions } = await loadState(store, analysisAggregate.stream(analysisId), analysisAggregate)
  if (!known) return reject('not-found', msg`There is no such analysis.`)
  if (known.state !== 'done') return reject('conflict', msg`This photo has not been analysed yet.`)
  if (known.siteId !== undefined && known.siteId !== siteId)
    return reject('conflict', msg`This photo was analysed for another site.`)
  return { known, compositions }
}

/**
 * Refuses a composition from before the last correction of the analysis.
 * It would differ from the corrected picture.
 */
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
 * Returns the analysis method if the composition equals one of the analysis's compositions.
 * Otherwise returns `said`, the source that the caller states.
 */
export const compositionSourceOf = <S>(
  { known, compositions }: CompositionSourceAnalysis,
  composition: Record<Material, number>,
  said: S,
): S | AnalysisProgress['method'] =>
  compositions.some((own) => isDeepStrictEqual(own, composition)) ? known.method : said

const DATA_URL = /^data:[\w.+/-]*;base64,/
/**
 * Matches base64 in linear time.
 * Optional spaces between groups would cause long backtracking on megabytes.
 */
const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}$/

/** Stores a base64 picture; returns its hash, or a refusal. */
export async function storeBase64Picture(
  pictures: Pick<PictureStore, 'take'>,
  text: string,
  sender: string,
): Promise<string | Rejection> {
  const plain = text.replace(DATA_URL, '').trimEnd()
  if (!BASE64.test(plain))
    return reject('bad-request', msg`annotated_image is not base64.`, { annotated_image: msg`not base64` })
  const taken = await pictures.take(Buffer.from(plain, 'base64'), sender)
  return isRejection(taken) ? taken : taken.hash
}
