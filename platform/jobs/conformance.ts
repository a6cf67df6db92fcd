/** The conformance suite of the jobs port: tests that quote the rules JO1 to JO11, for any backing. */

import { afterEach, describe } from 'vitest'
import { failingRules } from './conformance-failing.ts'
import { handingRules } from './conformance-handing.ts'
import { type OpenJobs, testBed } from './conformance-kit.ts'
import { runningRules } from './conformance-running.ts'

/** Registers the suite; each test has a queue of its own. */
export function jobsRules(backing: string, open: OpenJobs): void {
  describe(`jobs rules on ${backing}`, () => {
    const bed = testBed(open)
    afterEach(() => bed.closeAll())
    handingRules(bed)
    runningRules(bed)
    failingRules(bed)
  })
}
