/** What each role's first screen makes a phone fetch: its size is a promise, and one import of a schema library breaks it. */
import { expect, it } from 'vitest'
import { firstLoadBytes } from '../bench/first-files.ts'
import { FIRST_SCREENS } from '../web/first-screens.ts'

const MOST_KB = 180

it.each(Object.keys(FIRST_SCREENS))('%s needs at most 180 KB of scripts and styles, compressed', (address) =>
  expect(firstLoadBytes(address) / 1024).toBeLessThanOrEqual(MOST_KB),
)
