/** What the history's thread does: it takes events into the file, so that nobody else waits for that. */
import { isDamaged } from '../log-file.ts'
import { openTaking, type Taking } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openTaking> } | undefined

/** A thread is asked of one file. Answers whether that is whole. */
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
