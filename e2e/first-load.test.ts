/**
 * Tests the bytes of each role's first screen.
 * A single import of a schema library exceeds the limit.
 */
import { expect, it } from 'vitest'
import { firstLoadBytes, firstPaintBytes } from '../bench/first-files.ts'
import { FIRST_SCREENS } from '../web/first-screens.ts'

const MOST_KB = 172
/** Lower limits for residents' first pages. */
const LESS: Record<string, number> = { '/login': 169, '/resident/dashboard': 165 }
/** Limit of the bytes before the first paint. */
const MOST_TO_PAINT_KB = 18

it.each(Object.keys(FIRST_SCREENS))('%s needs at most 172 KB of page, scripts and styles, compressed', (address) =>
  expect(firstLoadBytes(address) / 1024).toBeLessThanOrEqual(LESS[address] ?? MOST_KB),
)

it.each(Object.keys(FIRST_SCREENS))('%s is painted before any script or style has come', (address) =>
  expect(firstPaintBytes(address) / 1024).toBeLessThanOrEqual(MOST_TO_PAINT_KB),
)
