/** Texts about bins: places, and reasons for leaving them unemptied. */

import { t } from '@lingui/core/macro'
import type { BinPlace } from '#contract/commands.ts'
import type { StopException } from '#domain/stop-outcomes.ts'
import type { Coordinates } from '#domain/zones.ts'

/**
 * Formats a point as '5.60120, -0.27010', exact to about a metre.
 * Other maps can read this form in every language.
 */
export const formatCoordinates = ({ lat, lng }: Coordinates) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

const MILLIONTHS = 1e6
const rounded = (degrees: number) => Math.round(degrees * MILLIONTHS) / MILLIONTHS

/** Rounds a position to about 0.1 m, so that the stored position equals the sent one. */
export const roundedPoint = ({ lat, lng }: Coordinates): Coordinates => ({ lat: rounded(lat), lng: rounded(lng) })

/**
 * Returns the known parts of a place as lines.
 * Parts that help most to find the bin come first.
 * Returns an empty list if nothing is known.
 */
export function placeLinesOf(place: BinPlace | undefined): [label: string, value: string][] {
  const { landmark, digitalAddress, plusCode, lat, lng } = place ?? {}
  const lines: [string, string | undefined][] = [
    [t`Landmark`, landmark],
    [t`Digital address`, digitalAddress],
    [t`Plus Code`, plusCode],
    [t`Pin`, lat === undefined || lng === undefined ? undefined : formatCoordinates({ lat, lng })],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== undefined)
}

/** Formats a place as 'Beside the well · GA-183-8164'. Returns '' if nothing is known. */
export const placeTextOf = (place: BinPlace | undefined) =>
  placeLinesOf(place)
    .map(([, value]) => value)
    .join(' · ')

/** Returns the label of each reason why a bin was not collected, in the order shown to drivers. */
export const getStopExceptionLabels = (): Record<StopException, string> => ({
  'not-out': t`Bin was not out`,
  'no-access': t`No access`,
  safety: t`Not safe`,
  contamination: t`Wrong waste in the bin`,
  overloaded: t`Bin too full`,
  weight: t`Bin too heavy`,
  'extra-item': t`Extra items beside the bin`,
  special: t`Special waste`,
  damage: t`Bin is damaged`,
  'no-payment': t`No payment`,
  'service-review': t`Service under review`,
  delay: t`No time left`,
})
