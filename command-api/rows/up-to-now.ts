/** Lets a command read rows that tell everything which is in the log by now, so that it starts from what was just decided. */
import { tableOf, type ViewName } from '#contract/tables.ts'
import { RowsBehind } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'

const PATIENCE_MS = 2_000

/**
 * Waits until the views have taken in the log as it is now. Throws RowsBehind when they have not after 2 s: nothing is decided
 * on rows that are out of date.
 */
export async function rowsUpToNow(
  { store, reads }: Pick<Kernel, 'store' | 'reads'>,
  ...views: readonly ViewName[]
): Promise<void> {
  const head = await store.head()
  const upToNow = async (view: ViewName) => {
    if (!(await reads.reached(tableOf(view), head, PATIENCE_MS))) throw new RowsBehind(view)
  }
  await Promise.all(views.map(upToNow))
}
