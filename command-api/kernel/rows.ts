/** Lets a command read rows that tell everything which is in the log by now, so that it starts from what was just decided. */
import { setTimeout as pause } from 'node:timers/promises'
import { tableOf, type ViewName } from '#contract/tables.ts'
import { START } from '#platform/event-store/event-store.ts'
import { RowsBehind } from '#platform/read-store/read-store.ts'
import type { Kernel } from './kernel.ts'

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
  const until = Date.now() + PATIENCE_MS
  for (const view of views) {
    while (((await reads.checkpoint(tableOf(view))) ?? START) < head) {
      if (Date.now() >= until) throw new RowsBehind(view)
      await pause(2)
    }
  }
}
