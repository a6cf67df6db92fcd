/** Serializes jobs for BullMQ, so that every id and Unicode string survives any store. */

import type { Job } from './jobs.ts'

/**
 * Job as JSON inside a string.
 * Postgres' jsonb refuses U+0000 and lone surrogates in a value, but not their escapes.
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
