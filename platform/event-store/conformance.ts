/** Conformance suite of the event store port: one or more tests per numbered rule. */

import { afterEach, beforeEach, describe } from 'vitest'
import { appendRules } from './conformance-append.ts'
import type { Opened } from './conformance-kit.ts'
import { readRules } from './conformance-read.ts'

/**
 * Registers the tests of ES1 to ES16 under the name of a store.
 * Each test opens the store again.
 */
export function eventStoreConformance(name: string, open: () => Promise<Opened>): void {
  describe(`event store: ${name}`, () => {
    let current: Opened
    beforeEach(async () => {
      current = await open()
    })
    afterEach(() => current.dispose())

    appendRules(() => current)
    readRules(() => current)
  })
}
