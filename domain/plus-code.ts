/** Plus Codes (Open Location Code): validation, decoding, encoding, short codes. */
import type { Coordinates } from './zones.ts'

const DIGITS = '23456789CFGHJMPQRVWX'
const BASE = DIGITS.length
const SEPARATOR = '+'
const PADDING = '0'
/** Number of digits before the separator of a full code. */
const SEPARATOR_AT = 8
/**
 * Number of leading digits that come in pairs for latitude and longitude.
 * Each later digit chooses a cell of a grid.
 */
const PAIR_DIGITS = 10
const MAX_DIGITS = 15
const [ROWS, COLUMNS] = [5, 4]
const GRID_DIGITS = MAX_DIGITS - PAIR_DIGITS
const [LAT_MAX, LNG_MAX] = [90, 180]
/**
 * Number of steps per degree in Plus Codes.
 * One step is the side of the smallest area.
 * `PAIR_STEPS` counts steps after the last pair of digits.
 * `LAT_STEPS` and `LNG_STEPS` count steps after the last grid digit.
 */
const PAIR_STEPS = BASE ** 3
const LAT_STEPS = PAIR_STEPS * ROWS ** GRID_DIGITS
const LNG_STEPS = PAIR_STEPS * COLUMNS ** GRID_DIGITS

/** The area that a Plus Code denotes, in degrees. */
export interface CodeArea {
  south: number
  west: number
  north: number
  east: number
  /** Number of the code's characters without padding and '+'. */
  length: number
}

const SHAPE = /^(?=[^+]*\+[^+]*$)([2-9CFGHJMPQRVWX]*)(0*)\+([2-9CFGHJMPQRVWX]*)$/i

/** Returns whether the text is a Plus Code, full or short. */
export function isPlusCode(code: string): boolean {
  const [, before, padding, after] = SHAPE.exec(code) ?? []
  if (before === undefined || padding === undefined || after === undefined) return false
  const at = before.length + padding.length
  if (at > SEPARATOR_AT || at % 2 === 1 || after.length === 1 || at + after.length === 0) return false
  if (padding === '') return true
  return at === SEPARATOR_AT && before.length > 0 && padding.length % 2 === 0 && after === ''
}

/**
 * Returns whether a Plus Code is short.
 * A short code omits its first digits, which a nearby point completes.
 */
export const isShortCode = (code: string) => isPlusCode(code) && code.indexOf(SEPARATOR) < SEPARATOR_AT

/** Returns whether a code is complete and within coordinate ranges. */
export function isFullCode(code: string): boolean {
  if (!isPlusCode(code) || isShortCode(code)) return false
  return digit(code, 0) * BASE < 2 * LAT_MAX && digit(code, 1) * BASE < 2 * LNG_MAX
}

const digit = (code: string, at: number) => DIGITS.indexOf(code.charAt(at).toUpperCase())

/**
 * Returns the area of a full Plus Code.
 * Throws a RangeError for other texts.
 */
export function decodePlusCode(code: string): CodeArea {
  if (!isFullCode(code)) throw new RangeError('This is no full Plus Code')
  const digits = code.replace(SEPARATOR, '').replaceAll(PADDING, '').slice(0, MAX_DIGITS)
  let [lat, lng] = [0, 0]
  let [latSize, lngSize] = [LAT_STEPS * BASE ** 2, LNG_STEPS * BASE ** 2]
  for (let at = 0; at < Math.min(digits.length, PAIR_DIGITS); at += 2) {
    ;[latSize, lngSize] = [latSize / BASE, lngSize / BASE]
    lat += digit(digits, at) * latSize
    lng += digit(digits, at + 1) * lngSize
  }
  for (let at = PAIR_DIGITS; at < digits.length; at++) {
    ;[latSize, lngSize] = [latSize / ROWS, lngSize / COLUMNS]
    lat += Math.floor(digit(digits, at) / COLUMNS) * latSize
    lng += (digit(digits, at) % COLUMNS) * lngSize
  }
  const degrees = (steps: number, perDegree: number, most: number) => steps / perDegree - most
  return {
    south: degrees(lat, LAT_STEPS, LAT_MAX),
    west: degrees(lng, LNG_STEPS, LNG_MAX),
    north: degrees(lat + latSize, LAT_STEPS, LAT_MAX),
    east: degrees(lng + lngSize, LNG_STEPS, LNG_MAX),
    length: digits.length,
  }
}

/** Rounds down, after correcting floating-point errors just below whole numbers. */
const wholeSteps = (steps: number) => Math.floor(Math.round(steps * 1e6) / 1e6)

/**
 * Returns the Plus Code of a point, with 2 to 15 digits.
 * Up to 10, the number is even.
 */
export function encodePlusCode({ lat, lng }: Coordinates, length = PAIR_DIGITS): string {
  const height = 2 * LAT_MAX * LAT_STEPS
  const width = 2 * LNG_MAX * LNG_STEPS
  let y = Math.min(height - 1, Math.max(0, wholeSteps(lat * LAT_STEPS) + LAT_MAX * LAT_STEPS))
  let x = (((wholeSteps(lng * LNG_STEPS) + LNG_MAX * LNG_STEPS) % width) + width) % width
  const digits: string[] = []
  for (let count = 0; count < GRID_DIGITS; count++) {
    digits.unshift(DIGITS.charAt((y % ROWS) * COLUMNS + (x % COLUMNS)))
    ;[y, x] = [Math.floor(y / ROWS), Math.floor(x / COLUMNS)]
  }
  for (let pair = 0; pair < PAIR_DIGITS / 2; pair++) {
    digits.unshift(DIGITS.charAt(y % BASE), DIGITS.charAt(x % BASE))
    ;[y, x] = [Math.floor(y / BASE), Math.floor(x / BASE)]
  }
  const kept = digits.slice(0, length).join('')
  const padded = kept.padEnd(SEPARATOR_AT, PADDING)
  return `${padded.slice(0, SEPARATOR_AT)}${SEPARATOR}${padded.slice(SEPARATOR_AT)}`
}

const middleOf = ({ south, west, north, east }: CodeArea): Coordinates => ({
  lat: Math.min((south + north) / 2, LAT_MAX),
  lng: Math.min((west + east) / 2, LNG_MAX),
})

/**
 * Returns the full Plus Code for a short code near a point.
 * Converts a full code only to capitals.
 */
export function recoverPlusCode(code: string, near: Coordinates): string {
  if (!isShortCode(code)) {
    if (isFullCode(code)) return code.toUpperCase()
    throw new RangeError('This is no Plus Code')
  }
  const missing = SEPARATOR_AT - code.indexOf(SEPARATOR)
  const lat = Math.min(LAT_MAX, Math.max(-LAT_MAX, near.lat))
  const lng = ((((near.lng + LNG_MAX) % (2 * LNG_MAX)) + 2 * LNG_MAX) % (2 * LNG_MAX)) - LNG_MAX
  const area = decodePlusCode(encodePlusCode({ lat, lng }).slice(0, missing) + code.toUpperCase())
  /**
   * Size in degrees of the area that the omitted first digits of the Plus Code name.
   * The same short code exists again at this distance in each direction.
   */
  const cell = BASE ** (2 - missing / 2)
  const middle = middleOf(area)
  if (lat + cell / 2 < middle.lat && middle.lat - cell >= -LAT_MAX) middle.lat -= cell
  else if (lat - cell / 2 > middle.lat && middle.lat + cell <= LAT_MAX) middle.lat += cell
  if (lng + cell / 2 < middle.lng) middle.lng -= cell
  else if (lng - cell / 2 > middle.lng) middle.lng += cell
  return encodePlusCode(middle, area.length)
}

/**
 * Returns the centre of a Plus Code's area.
 * `near` is the place from which a short code is completed.
 */
export const pointOfPlusCode = (code: string, near: Coordinates): Coordinates =>
  middleOf(decodePlusCode(recoverPlusCode(code, near)))

/**
 * Returns a place's coordinates from its pin, or else its full Plus Code.
 * Returns undefined without either.
 */
export function pointOfPlace(place: { lat?: number; lng?: number; plusCode?: string } = {}): Coordinates | undefined {
  const { lat, lng, plusCode } = place
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  return plusCode && isFullCode(plusCode) ? pointOfPlusCode(plusCode, { lat: 0, lng: 0 }) : undefined
}
