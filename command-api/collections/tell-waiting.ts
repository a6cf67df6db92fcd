/** TellWaiting: everybody who waits in a zone hears of a truck; stops and goes on anywhere, as each is told once. */
import type { ResidentNotice, TellWaiting } from '#contract/system-commands.ts'
import { reporterOf } from '../bin.ts'
import { inParts } from '../in-parts.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowsUpToNow } from '../kernel/rows.ts'
import { readWaiting } from './city-rows.ts'

/** Those are told who had reported when it happened: whoever comes later sees it on their board. */
export async function tellWaiting(
  kernel: Kernel,
  { kind, zone, subject, at, window }: Omit<TellWaiting, 'type'>,
  tell: (notice: ResidentNotice) => Promise<void>,
): Promise<void> {
  await rowsUpToNow(kernel, 'reports')
  const userIds = (await readWaiting(kernel.reads, zone, at)).flatMap((reportId) => reporterOf(reportId) ?? [])
  await inParts(userIds, async (some) => {
    await Promise.all(some.map((userId) => tell({ kind, userId, zone, subject, at, window })))
  })
}
