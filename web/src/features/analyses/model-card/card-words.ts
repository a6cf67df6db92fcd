/** How the detector's card writes its figures. */
import type { Agreement, ModelCard } from '#contract/views.ts'

const whole = (share: number) => Math.round(share * 100)

/** Of a share, 0 to 1: '58.6 %' */
export const shareOf = (share: number) => `${(share * 100).toFixed(1)} %`

/** '60–76 %'; a dash where nothing was measured. */
export const intervalOf = (interval: readonly [number, number] | null) =>
  interval ? `${whole(interval[0])}–${whole(interval[1])} %` : '–'

/** '68 %'; a dash where there was nothing. */
export const rightOf = (right: number, of: number) => (of > 0 ? `${whole(right / of)} %` : '–')

/** 'Of the newest photos 12 of 100 were corrected.' */
export const correctedOf = ({ corrected, analyses }: Pick<Agreement, 'corrected' | 'analyses'>) =>
  `Of the newest photos ${corrected} of ${analyses} ${corrected === 1 ? 'was' : 'were'} corrected.`

type Named = Pick<Agreement, 'model' | 'version'>

/** That the photos were looked at by another model than the card is of; undefined where they were not. */
export function otherModelThan(card: Pick<ModelCard, 'model' | 'version'> | undefined, { model, version }: Named) {
  if (!card || model === undefined || (model === card.model && version === card.version)) return undefined
  return `The newest photo was looked at by ${model} ${version}; the figures further down are of ${card.model} ${card.version}.`
}
