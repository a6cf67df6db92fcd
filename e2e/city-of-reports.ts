/** A city where everybody's bin is full, for the tests of dispatches. */
import { isRejection } from '#command-api/kernel/decider.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { createReportFor } from '#command-api/reports/routes.ts'
import type { Account } from '../bench/arrange.ts'

/** The ids of the reports. */
export async function reportAll(kernel: Kernel, residents: readonly Account[]): Promise<string[]> {
  const reportFor = createReportFor(kernel)
  const reportIds: string[] = []
  for (let from = 0; from < residents.length; from += 200) {
    const some = residents.slice(from, from + 200).map(async ({ userId, zone, name }) => {
      const envelope = { commandId: `report/${userId}`, fingerprint: '', actor: userId }
      const answer = await reportFor({ userId, zone, name }, undefined, envelope)
      if (isRejection(answer)) throw new Error(answer.message)
      return answer.report.id
    })
    reportIds.push(...(await Promise.all(some)))
  }
  return reportIds
}
