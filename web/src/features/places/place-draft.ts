/** Draft of a bin's place, as a form edits it. */
import type { BinPlace } from '#contract/commands.ts'
import type { Coordinates } from '#domain/zones.ts'
import type { RequestFailure } from '#web/lib/api/api.ts'

/**
 * Fields of a bin's location as the user typed them.
 * The pin on the map has both coordinates or none.
 */
export interface PlaceDraft {
  digitalAddress: string
  plusCode: string
  landmark: string
  lat: number | undefined
  lng: number | undefined
}

export const EMPTY_PLACE: PlaceDraft = {
  digitalAddress: '',
  plusCode: '',
  landmark: '',
  lat: undefined,
  lng: undefined,
}

export const placeDraftOf = (place: BinPlace = {}): PlaceDraft => ({ ...EMPTY_PLACE, ...place })

export const pinCoordinatesOf = ({ lat, lng }: PlaceDraft): Coordinates | undefined =>
  lat === undefined || lng === undefined ? undefined : { lat, lng }

export const isEmptyPlace = ({ digitalAddress, plusCode, landmark, lat }: PlaceDraft) =>
  lat === undefined && [digitalAddress, plusCode, landmark].every((text) => text.trim() === '')

const UNHYPHENATED = /^([A-Z][A-Z0-9])[-\s]*(\d{3,4}?)[-\s]*(\d{4})$/

/** Formats a digital address with capitals and hyphens; other text stays. */
export function formatDigitalAddress(typed: string): string {
  const [, district, area, unique] = UNHYPHENATED.exec(typed.trim().toUpperCase()) ?? []
  return district ? `${district}-${area}-${unique}` : typed
}

/**
 * Returns the server's question whether a place far outside the zone is right.
 * Returns undefined if the failure contains no such question.
 */
export const farPlaceQuestionOf = (failure: unknown): string | undefined =>
  (failure as Partial<RequestFailure> | undefined)?.errors?.confirm
