/** Conformance suite of the jobs port: tests that quote the rules JO1 to JO12, for any store. */

import { afterEach, describe } from 'vitest'
import { failingRules } from './conformance-failing.ts'
import { handingRules } from './conformance-handing.ts'
import { type OpenJobs, testBed } from './conformance-kit.ts'
import { runningRules } from './conformance-running.ts'

/**
 * Registers the suite.
 * Each test has a separate queue.
 */
export function jobsRules(backing: string, open: OpenJobs): void {
  describe(`jobs rules on ${backing}`, () => {
    const bed = testBed(open)
    afterEach(() => bed.closeAll())
    handingRules(bed)
    runningRules(bed)
    failingRules(bed)
  })
}
