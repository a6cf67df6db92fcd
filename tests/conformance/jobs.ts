/** Conformance suite of the jobs port: tests that quote the rules JO1 to JO12, for any store. */

import { afterEach, describe } from 'vitest'
import { testJobDelivery } from './jobs-delivery.ts'
import { testFailingJobs } from './jobs-failing.ts'
import { createJobsTestBed, type OpenJobQueue } from './jobs-kit.ts'
import { testJobExecution } from './jobs-running.ts'

/**
 * Registers the suite.
 * Each test has a separate queue.
 */
export function testJobs(backing: string, open: OpenJobQueue): void {
  describe(`jobs rules on ${backing}`, () => {
    const bed = createJobsTestBed(open)
    afterEach(() => bed.closeAll())
    testJobDelivery(bed)
    testJobExecution(bed)
    testFailingJobs(bed)
  })
}
