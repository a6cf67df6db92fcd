/** Formats the figures of the model card. */
import { plural, t } from '@lingui/core/macro'
import type { LitterBox } from '#contract/analyses/litter.ts'
import type { HeadRefit } from '#contract/analyses/refits.ts'
import type { DetectorAgreement, HeadRefitsView, ModelCard } from '#contract/views.ts'
import { MATERIALS } from '#domain/city.ts'
import { materialLabel } from '#web/lib/format/names.ts'
import { formatPercentTenths, withUnit } from '#web/lib/format/numbers.ts'

const whole = (share: number) => Math.round(share * 100)

/** Formats a fraction of 0 to 1 as '58.6 %'. */
export const formatShare = (share: number) => formatPercentTenths(share * 100)

/** Formats an interval as '60–76 %', or a dash without a measurement. */
export const formatInterval = (interval: readonly [number, number] | null) =>
  interval ? `${whole(interval[0])}–${withUnit(whole(interval[1]), '%')}` : '–'

/** Formats a share such as 17 of 25 as '68 %', or a dash for a total of 0. */
export const formatAccuracy = (right: number, of: number) => (of > 0 ? withUnit(whole(right / of), '%') : '–')

/** Returns the sentence about corrections, such as 'Corrected: 12 of the newest 100 photos.' */
export const correctedPhotosText = ({ corrected, analyses }: Pick<DetectorAgreement, 'corrected' | 'analyses'>) =>
  t`Corrected: ${corrected} of the newest ${plural(analyses, { one: '# photo', other: '# photos' })}.`

type ModelVersion = Pick<DetectorAgreement, 'model' | 'version'>

/** Returns a note if the photos were analysed by a model other than the card's; otherwise undefined. */
export function otherModelNote(
  card: Pick<ModelCard, 'model' | 'version'> | undefined,
  { model, version }: ModelVersion,
) {
  // The version of a refitted detector is the base version followed by a number.
  const isSame = model === card?.model && (version === card?.version || version?.startsWith(`${card?.version}.`))
  if (!card || model === undefined || isSame) return undefined
  return t`The newest photo was analysed by ${{ newest: [model, version].filter(Boolean).join(' ') }}. The test results below are for ${{ tested: `${card.model} ${card.version}` }}.`
}

/** Formats the number of boxes per material as '2 Plastic, 1 Glass'. */
export function materialCounts(boxes: readonly Pick<LitterBox, 'material'>[]): string {
  const named = MATERIALS.map(
    (material) => [boxes.filter((box) => box.material === material).length, material] as const,
  )
  const said = named.filter(([count]) => count > 0).map(([count, material]) => `${count} ${materialLabel(material)}`)
  return said.join(', ') || t`nothing`
}

type CompletedRefit = NonNullable<HeadRefit['made']>

const scoreOf = ({ before, after, scoredOn }: CompletedRefit) =>
  t`On ${plural({ photos: scoredOn.photos }, { one: '# new photo', other: '# new photos' })} it found the right material for ${{ right: after.right }} of ${{ boxes: scoredOn.boxes }} boxes; the version before, for ${{ before: before.right }}.`

/** Returns a sentence that names the detector's version in use and says why it is used. */
export function modelInUseText({ inUse }: Pick<HeadRefitsView, 'inUse'>): string {
  if (!inUse?.made) return t`The detector has not learned from this city’s corrections yet.`
  const { version, trainedOn } = inUse.made
  return t`Version ${version} is in use. It learned from ${plural({ photos: trainedOn.photos }, { one: '# corrected photo', other: '# corrected photos' })}. ${{ result: scoreOf(inUse.made) }}`
}

/** Returns a sentence that says how many corrected photos the next refit still needs. */
export function photosUntilRefitText({
  waiting,
  least,
  enough,
}: Pick<HeadRefitsView, 'waiting' | 'least' | 'enough'>): string {
  return t`${plural(waiting, { one: '# photo', other: '# photos' })} corrected since the last training. You can start a training from ${least} photos; it starts automatically at ${enough}. The result is used only if it is better on new photos.`
}

/** Returns a sentence about the result of a refit. */
export function refitOutcomeText({ refit, state, reason, made }: HeadRefit): string {
  if (state === 'asked') return t`Training ${refit}: in progress`
  if (!made) return reason ? t`Training ${refit} failed: ${reason}` : t`Training ${refit} failed`
  return made.taken
    ? t`Training ${refit} was better and was used. ${{ result: scoreOf(made) }}`
    : t`Training ${refit} was not better, so not used. ${{ result: scoreOf(made) }}`
}
