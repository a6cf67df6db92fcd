/** The analysis that an update of a site names: whose picture comes with the update, and whether its shares are what it says. */
import { isDeepStrictEqual } from 'node:util'
import { type Rejection, reject } from '#contract/door/problems.ts'
import type { Progress } from '#contract/waste/analysis-progress.ts'
import type { Material } from '#rules/city.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { type AnalysisState, analysis } from '../streams/analysis.ts'

/** What an update takes from its analysis. */
export type Analysed = Pick<AnalysisState, 'compositions'> & { known: Progress }

/** Refused where it has not come to its end, or is another site's. */
export async function analysedFor(
  { store }: Pick<Kernel, 'store'>,
  analysisId: string,
  siteId: string,
): Promise<Analysed | Rejection> {
  const { known, compositions } = await loadFrom(store, analysis.stream(analysisId), analysis)
  if (!known) return reject('not-found', 'There is no such analysis.')
  if (known.state !== 'done') return reject('conflict', 'This photo has not been analysed yet.')
  if (known.siteId !== undefined && known.siteId !== siteId)
    return reject('conflict', 'This photo was analysed for another site.')
  return { known, compositions }
}

/**
 * Refused where the shares are what the analysis said before it was corrected: beside the picture of now they would be wrong, and
 * would stay so.
 */
export function staleIn(
  { compositions }: Pick<Analysed, 'compositions'>,
  composition: Record<Material, number>,
): Rejection | undefined {
  const last = compositions.length - 1
  const at = compositions.findLastIndex((said) => isDeepStrictEqual(said, composition))
  return at === -1 || at === last
    ? undefined
    : reject('conflict', 'This analysis was corrected meanwhile. Please look again.')
}

/** Who said these shares: the analysis' method where they are its own, else whom the sender names. */
export const sourceIn = <S>(
  { known, compositions }: Analysed,
  composition: Record<Material, number>,
  said: S,
): S | Progress['method'] => (compositions.some((own) => isDeepStrictEqual(own, composition)) ? known.method : said)
