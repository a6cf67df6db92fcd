/** Conformance suite of the jobs port: tests that quote the rules JO1 to JO12, for any store. */

import { afterEach, describe } from 'vitest'
import { deliveryRules } from './jobs-delivery.ts'
import { failingRules } from './jobs-failing.ts'
import { type OpenJobs, testBed } from './jobs-kit.ts'
import { runningRules } from './jobs-running.ts'

/**
 * Registers the suite.
 * Each test has a separate queue.
 */
export function jobsRules(backing: string, open: OpenJobs): void {
  describe(`jobs rules on ${backing}`, () => {
    const bed = testBed(open)
    afterEach(() => bed.closeAll())
    deliveryRules(bed)
    runningRules(bed)
    failingRules(bed)
  })
}
