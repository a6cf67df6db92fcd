/**
 * Open report ids in buckets.
 * A change then copies a few dozen ids instead of thousands.
 */

type OpenIds = readonly (readonly string[])[]

/**
 * Number of buckets: about the square root of the count of open reports in a busy zone.
 * Each change copies one bucket and the list of buckets.
 * With this number of buckets, both copies have a similar size.
 */
const BUCKETS = 64

export const NO_OPEN_IDS: OpenIds = Array.from({ length: BUCKETS }, () => [])

function bucketOf(id: string): number {
  let sum = 0
  for (let at = 0; at < id.length; at++) sum = (sum * 31 + id.charCodeAt(at)) | 0
  return (sum >>> 0) % BUCKETS
}

export function addOpenReportId(ids: OpenIds, id: string): OpenIds {
  const at = bucketOf(id)
  return ids.with(at, [...(ids[at] ?? []), id])
}

/**
 * Returns the ids of open reports without `id`.
 * Undefined if `id` is not among them.
 */
export function removeOpenReportId(ids: OpenIds, id: string): OpenIds | undefined {
  const at = bucketOf(id)
  const bucket = ids[at] ?? []
  const place = bucket.indexOf(id)
  return place < 0 ? undefined : ids.with(at, bucket.toSpliced(place, 1))
}

/**
 * Removes several ids.
 * Returns the remaining ids and the removed count.
 */
export function removeOpenReportIds(ids: OpenIds, some: readonly string[]): { left: OpenIds; taken: number } {
  const gone = new Set(some)
  const left = ids.map((bucket) => bucket.filter((id) => !gone.has(id)))
  const count = (all: OpenIds) => all.reduce((sum, { length }) => sum + length, 0)
  return { left, taken: count(ids) - count(left) }
}
