/** How a job is written for BullMQ, so that every id and every Unicode string survives either store. */

import type { Job } from './jobs.ts'

/**
 * The job as JSON inside a string: Postgres' jsonb refuses the characters U+0000 and lone surrogates in a value, but
 * not their escapes in a string.
 */
export interface Envelope {
  job: string
}

export const sealJob = (job: Job): Envelope => ({ job: JSON.stringify(job) })

export const openJob = (envelope: Envelope): Job => JSON.parse(envelope.job)

/** A BullMQ id must not contain ':' nor look like an integer; two ids never share one safe id. */
export const safeId = (id: string): string => `id-${encodeURIComponent(id)}`
