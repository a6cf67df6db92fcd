/**
 * Tests the size of the first screen of each role.
 * Importing the schema library there would exceed the limit.
 */
import { expect, it } from 'vitest'
import { FIRST_SCREEN_SOURCE_FILES } from '../../web/first-screens.ts'
import { deferredBytesOf, firstLoadBytes, firstPaintBytes } from '../bench/first-files.ts'

/** Size limit of the first screen of staff, in KB. */
const STAFF_KB = 192
/** Limit in KB for residents, whose networks are often slow. */
const RESIDENT_KB = 178
/** Limit in KB for the driver's pages, without the code of the list of stops. */
const DRIVER_KB = 172
/** Limit in KB for drivers, including the list of stops, which loads at the same time. */
const DRIVER_WITH_SHEET_KB = 190
function limitOf(address: string): number {
  if (address.startsWith('/driver')) return DRIVER_KB
  return /^\/(login|resident)/.test(address) ? RESIDENT_KB : STAFF_KB
}
/** Size limit of all files that the first paint waits for, in KB. */
const MOST_TO_PAINT_KB = 18

it.each(Object.keys(FIRST_SCREEN_SOURCE_FILES).map((address) => [address, limitOf(address)] as const))(
  '%s needs at most %d KiB of page, scripts and styles, compressed',
  (address, limit) => expect(firstLoadBytes(address) / 1024).toBeLessThanOrEqual(limit),
)

it('the sheet of drivers counts as well, and brings no screen of another role', () => {
  const address = '/driver/dashboard'
  const sheet = deferredBytesOf(address) / 1024
  expect(sheet).toBeGreaterThan(10)
  expect(firstLoadBytes(address) / 1024 + sheet).toBeLessThanOrEqual(DRIVER_WITH_SHEET_KB)
})

it.each(Object.keys(FIRST_SCREEN_SOURCE_FILES))('%s is painted before any script or style has come', (address) =>
  expect(firstPaintBytes(address) / 1024).toBeLessThanOrEqual(MOST_TO_PAINT_KB),
)
