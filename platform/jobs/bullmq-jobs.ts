/**
 * Serializes jobs for BullMQ, so every Unicode string survives any store.
 * Runs handlers, computes pauses after failures and simplifies errors for the store.
 */

import { lookUp } from '#domain/dictionary.ts'
import type { Job, JobHandler } from './jobs.ts'

/**
 * Logger methods that the queue needs.
 * pino fits, but the jobs do not depend on it.
 */
export interface JobsLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/**
 * Job as JSON inside a string.
 * Postgres' jsonb refuses U+0000 and lone surrogates, but not their escapes.
 */
export interface SerializedJob {
  job: string
}

export const serializeJob = (job: Job): SerializedJob => ({ job: JSON.stringify(job) })

export const deserializeJob = (envelope: SerializedJob): Job => JSON.parse(envelope.job)

/**
 * Returns a valid BullMQ id: no ':' and not like an integer.
 * Distinct ids stay distinct.
 */
export const bullmqIdOf = (id: string): string => `id-${encodeURIComponent(id)}`

/** Returns the pause before the next try: doubled from 0.5 s to 30 s. */
export const retryDelayMsOf = (triesMade: number): number => Math.min(500 * 2 ** (triesMade - 1), 30_000)

/**
 * Runs the handler of the job's name.
 * Logs a failure and rethrows it, so BullMQ retries.
 * While the queue closes, failures are no errors: the stop interrupts handlers.
 * A missing handler is a failure.
 */
export async function runJobHandler(
  job: Job,
  handlers: Record<string, JobHandler>,
  how: { log: JobsLog; triesMade: number; pauseAfter?: (triesMade: number) => number; isClosing?: () => boolean },
): Promise<void> {
  try {
    const handler = lookUp(handlers, job.name)
    if (!handler) throw new Error('no handler has this name')
    await handler(job)
  } catch (error) {
    const { log, triesMade } = how
    const pauseMs = (how.pauseAfter ?? retryDelayMsOf)(triesMade)
    if (how.isClosing?.()) log.info({ job: job.name, id: job.id }, 'the stop interrupted a job; it will run again')
    else log.error({ err: error, job: job.name, id: job.id, triesMade, pauseMs }, 'a job failed; trying again')
    throw plainError(job.name, error)
  }
}

/**
 * Returns an error that the job store accepts.
 * BullMQ treats some error classes specially, for example never retries them.
 * Postgres refuses U+0000 in text.
 */
function plainError(name: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return new Error(`${name}: ${reason}`.replaceAll('\0', '').toWellFormed(), { cause: error })
}

/** Default logger: writes errors and warnings to the console. */
export const consoleJobsLog: JobsLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
}
