/** What a job is: the slow or unsafe thing that is done outside the answer to a command, and ends in sending one. */
import type { z } from 'zod'
import type { SendSystemCommand } from '#contract/system-commands.ts'
import type { LanguageModel } from '#platform/language-model/language-model.ts'
import type { Log } from '#platform/logging.ts'
import type { Pictures } from '#platform/pictures/pictures.ts'
import type { Pool } from '#platform/pool/pool.ts'
import type { CurrentRows } from '#platform/read-store/up-to-now.ts'

/** What a job may use; whatever it writes, it writes by a command. */
export interface Work {
  rows: CurrentRows
  pool: Pool
  pictures: Pick<Pictures, 'dots' | 'annotate' | 'get' | 'kept'>
  /** The folder of a YOLO model that looks at photos in place of the built-in detector, where one is set up. */
  yolo?: string | undefined
  /** A language model that looks at pictures, where one is set up. */
  model?: LanguageModel | undefined
  send: SendSystemCommand
  log: Log
  clock: () => Date
}

export interface JobKind<Data extends object = object> {
  data: z.ZodType<Data>
  /** A run that takes longer is told as a trouble, in ms; a few minutes where it is not said. */
  longMs?: number
  /** Throws when it could not be done: it is tried again. `commandId` makes sending its command twice harmless. */
  run(data: Data, commandId: string, work: Work): Promise<void>
}

export const defineJob = <Data extends object>(kind: JobKind<Data>): JobKind<Data> => kind
