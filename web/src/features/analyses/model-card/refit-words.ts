/** Sentences about refits of the detector from corrections. */

import type { Refit } from '#contract/analyses/refits.ts'
import type { RefitsView } from '#contract/views.ts'
import { counted } from '#web/lib/format/numbers.ts'

type Made = NonNullable<Refit['made']>

const rightOf = ({ before, after, scoredOn }: Made) =>
  `of ${scoredOn.boxes} boxes in ${counted(scoredOn.photos, 'photo')} that neither had seen it named ${after.right} rightly, the one before ${before.right}`

/** Returns the version in use and its reason. */
export function inUseOf({ inUse }: Pick<RefitsView, 'inUse'>): string {
  if (!inUse?.made)
    return 'The detector names materials as it was shipped: it has not learned from this city’s corrections yet.'
  const { version, trainedOn } = inUse.made
  return `In use is version ${version}, which learned from ${counted(trainedOn.photos, 'corrected photo')}: ${rightOf(inUse.made)}.`
}

/** Returns the progress towards the next refit. */
export function waitingOf({ waiting, least, enough }: Pick<RefitsView, 'waiting' | 'least' | 'enough'>): string {
  const have = `${counted(waiting, 'photo')} corrected since.`
  return `${have} From ${least} on it can learn; with ${enough} it does so by itself. What it learned is used only where it is better on photos that it has not seen.`
}

/** Returns the result of a refit. */
export function outcomeOf({ refit, state, reason, made }: Refit): string {
  if (state === 'asked') return `Refit ${refit}: under way`
  if (!made) return `Refit ${refit} failed: ${reason ?? ''}`
  return `Refit ${refit}, ${made.taken ? 'taken into use' : 'not taken'}: ${rightOf(made)}.`
}
