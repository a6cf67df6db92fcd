/** Lets a command read rows that tell everything which is in the log by now, so that it starts from what was just decided. */
import { setTimeout as pause } from 'node:timers/promises'
import { tableOf, type ViewName } from '#contract/tables.ts'
import { START } from '#platform/event-store/event-store.ts'
import type { Kernel } from './kernel.ts'

const PATIENCE_MS = 2_000

/** Waits until the view has taken in the log as it is now. While it is being rebuilt, goes on after 2 s with what is there. */
export async function rowsUpToNow({ store, reads }: Pick<Kernel, 'store' | 'reads'>, view: ViewName): Promise<void> {
  const head = await store.head()
  const until = Date.now() + PATIENCE_MS
  while (((await reads.checkpoint(tableOf(view))) ?? START) < head && Date.now() < until) await pause(2)
}
