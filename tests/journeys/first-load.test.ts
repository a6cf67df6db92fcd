/** Tests the size of each role's first screen. Importing a schema library by mistake would exceed the limit. */
import { expect, it } from 'vitest'
import { FIRST_SCREENS } from '../../web/first-screens.ts'
import { firstLoadBytes, firstPaintBytes } from '../bench/first-files.ts'

/** Limit of the first screen of staff, in KB. */
const STAFF_KB = 191
/** Limit of the first screens of residents, in KB. Residents often have slow networks. */
const RESIDENT_KB = 177
const limitOf = (address: string) => (/^\/(login|resident)/.test(address) ? RESIDENT_KB : STAFF_KB)
/** Limit of what the browser needs before it paints first, in KB. */
const MOST_TO_PAINT_KB = 18

it.each(Object.keys(FIRST_SCREENS).map((address) => [address, limitOf(address)] as const))(
  '%s needs at most %d KiB of page, scripts and styles, compressed',
  (address, limit) => expect(firstLoadBytes(address) / 1024).toBeLessThanOrEqual(limit),
)

it.each(Object.keys(FIRST_SCREENS))('%s is painted before any script or style has come', (address) =>
  expect(firstPaintBytes(address) / 1024).toBeLessThanOrEqual(MOST_TO_PAINT_KB),
)
