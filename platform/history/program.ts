/** Thread of the history, which adds events to its file without blocking requests. */
import { isDamaged } from '../log-file.ts'
import { openTaking, type Taking } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openTaking> } | undefined

/**
 * Adds events to the file, always the same one per thread.
 * Returns false if it is damaged.
 */
export default function take({ file, events }: Taking): boolean {
  if (opened?.file !== file) opened = { file, take: openTaking(file) }
  try {
    opened.take(events)
    return true
  } catch (error) {
    if (isDamaged(error)) return false
    throw error
  }
}
