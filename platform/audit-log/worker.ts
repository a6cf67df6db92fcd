/** Thread that indexes events for the audit log without blocking requests. */
import { type IndexingTask, openAuditIndexer } from './file.ts'

let opened: { file: string; take: ReturnType<typeof openAuditIndexer> } | undefined

/**
 * Adds events to the index file, which stays open for the next call.
 * Returns false if another process has replaced the file.
 */
export default function indexEvents({ file, after, events }: IndexingTask): boolean {
  if (opened?.file !== file) opened = { file, take: openAuditIndexer(file) }
  return opened.take(events, after)
}
