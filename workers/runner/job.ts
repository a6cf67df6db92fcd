/** Types of jobs: slow or unreliable work outside of a request, which ends by sending a command. */
import type { z } from 'zod'
import type { SendInternalCommand } from '#contract/internal-commands.ts'
import type { LanguageModel } from '#platform/language-model/language-model.ts'
import type { Log } from '#platform/logging.ts'
import type { Pictures } from '#platform/pictures/pictures.ts'
import type { CurrentRows } from '#platform/read-store/current-rows.ts'
import type { Pool } from '#platform/worker-threads/pool.ts'

/** Resources of a job; it writes only through commands. */
export interface Work {
  rows: CurrentRows
  pool: Pool
  pictures: Pick<Pictures, 'dots' | 'annotate' | 'get' | 'kept'>
  /** Folder of a YOLO model that replaces the built-in detector, if configured. */
  yolo?: string | undefined
  /** A language model for pictures, if configured. */
  model?: LanguageModel | undefined
  send: SendInternalCommand
  log: Log
  clock: () => Date
}

export interface JobKind<Data extends object = object> {
  data: z.ZodType<Data>
  /** Duration in ms after which a run is reported; a few minutes by default. */
  longMs?: number
  /**
   * Throws on failure, which leads to a retry.
   * `commandId` makes sending its command twice harmless.
   */
  run(data: Data, commandId: string, work: Work): Promise<void>
}

export const defineJob = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind
