/** How the detector's card writes its figures. */

import type { Agreement, ModelCard } from '#contract/views.ts'
import type { LitterBox } from '#contract/waste/litter.ts'
import { MATERIALS } from '#rules/city.ts'
import { materialLabel } from '#web/format/materials.ts'
import { withUnit } from '#web/format/numbers.ts'
import { tenthPercent } from '#web/format/weights.ts'

const whole = (share: number) => Math.round(share * 100)

/** Of a share, 0 to 1: '58.6 %' */
export const shareOf = (share: number) => tenthPercent(share * 100)

/** '60–76 %'; a dash where nothing was measured. */
export const intervalOf = (interval: readonly [number, number] | null) =>
  interval ? `${whole(interval[0])}–${withUnit(whole(interval[1]), '%')}` : '–'

/** '68 %'; a dash where there was nothing. */
export const rightOf = (right: number, of: number) => (of > 0 ? withUnit(whole(right / of), '%') : '–')

/** 'Of the newest photos 12 of 100 were corrected.' */
export const correctedOf = ({ corrected, analyses }: Pick<Agreement, 'corrected' | 'analyses'>) =>
  `Of the newest photos ${corrected} of ${analyses} ${corrected === 1 ? 'was' : 'were'} corrected.`

type Named = Pick<Agreement, 'model' | 'version'>

/** That the photos were looked at by another model than the card is of; undefined where they were not. */
export function otherModelThan(card: Pick<ModelCard, 'model' | 'version'> | undefined, { model, version }: Named) {
  // What people's corrections add has a number after the detector's own version.
  const isSame = model === card?.model && (version === card?.version || version?.startsWith(`${card?.version}.`))
  if (!card || model === undefined || isSame) return undefined
  return `The newest photo was looked at by ${model} ${version}; the figures further down are of ${card.model} ${card.version}.`
}

/** '2 Plastic, 1 Glass' */
export function saidOf(boxes: readonly Pick<LitterBox, 'material'>[]): string {
  const named = MATERIALS.map(
    (material) => [boxes.filter((box) => box.material === material).length, material] as const,
  )
  const said = named.filter(([count]) => count > 0).map(([count, material]) => `${count} ${materialLabel(material)}`)
  return said.join(', ') || 'nothing'
}
