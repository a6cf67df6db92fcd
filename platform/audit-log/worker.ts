/** Thread that adds events to the audit log's index, without blocking requests. */
import { isDamaged } from '../log-file.ts'
import { type IndexingTask, openIndexer } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openIndexer> } | undefined

/** Adds events to the index file, which must be the same in each call. Returns false if the file is damaged. */
export default function take({ file, events }: IndexingTask): boolean {
  if (opened?.file !== file) opened = { file, take: openIndexer(file) }
  try {
    opened.take(events)
    return true
  } catch (error) {
    if (isDamaged(error)) return false
    throw error
  }
}
