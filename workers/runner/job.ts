/**
 * Types of jobs.
 * A job does slow or unreliable work outside a request, then sends a command.
 */
import type { z } from 'zod'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import type { LanguageModel } from '#platform/language-model/language-model.ts'
import type { Log } from '#platform/logging.ts'
import type { PictureStore } from '#platform/pictures/pictures.ts'
import type { DecisionRows } from '#platform/read-store/current-rows.ts'
import type { WorkerThreadPool } from '#platform/worker-threads/pool.ts'

/**
 * Services for jobs.
 * A job changes data only by commands.
 */
export interface JobDependencies {
  rows: DecisionRows
  pool: WorkerThreadPool
  pictures: Pick<PictureStore, 'dots' | 'annotate' | 'get' | 'kept'>
  /** Folder of a YOLO model that replaces the built-in detector. */
  yolo?: string | undefined
  /** Language model that can analyse photos, if any. */
  model?: LanguageModel | undefined
  send: InternalCommandSender
  log: Log
  clock: () => Date
}

export interface JobKind<Data extends object = object> {
  data: z.ZodType<Data>
  /**
   * Time in ms after which a running job counts as hanging.
   * The default is a few minutes.
   */
  longMs?: number
  /**
   * Runs the job.
   * If it throws, the job is retried.
   * Its command must have the id `commandId`, so repeated sending has no effect.
   */
  run(data: Data, commandId: string, work: JobDependencies): Promise<void>
}

export const defineJob = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind
