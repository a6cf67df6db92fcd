/** Conformance suite of the event store port: one or more tests per numbered rule. */

import { afterEach, beforeEach, describe } from 'vitest'
import { testEventStoreAppend } from './event-store-append.ts'
import type { OpenedStore } from './event-store-kit.ts'
import { testEventStoreRead } from './event-store-read.ts'

/**
 * Registers the tests of ES1 to ES16 under the name of a store.
 * Each test opens the store again.
 */
export function testEventStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`event store: ${name}`, () => {
    let current: OpenedStore
    beforeEach(async () => {
      current = await open()
    })
    afterEach(() => current.dispose())

    testEventStoreAppend(() => current)
    testEventStoreRead(() => current)
  })
}
