/** Answers reads of the changes by one event, and of event counts over time. */

import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { parsePastMoment } from '#platform/http/time-travel.ts'
import type { TimeTravel } from '../time-travel/time-travel.ts'

const NO_TIME_TRAVEL = reject('unavailable', msg`This server can’t show the past.`)
const REVERSED_PERIOD = reject('bad-request', msg`The period must not end before it begins.`, {
  to: msg`Later than \`from\``,
})

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))
const iso = (ms: number) => new Date(ms).toISOString()

/** Returns the handlers of reads of the past. They reject if `past` is undefined: this process can't read the past. */
export const timeTravelReads = (past: TimeTravel | undefined): ReadHandlers => ({
  async changes({ query: { position } }) {
    const changes = (await past?.changes(position)) ?? NO_TIME_TRAVEL
    return isRejection(changes) ? changes : { changes }
  },
  async comparison({ query: { board, one, other, page, size } }) {
    const moments = { one: parsePastMoment(one, 'one'), other: parsePastMoment(other, 'other') }
    if (isRejection(moments.one)) return moments.one
    if (isRejection(moments.other)) return moments.other
    return (await past?.compare({ board, one: moments.one, other: moments.other, page, size })) ?? NO_TIME_TRAVEL
  },
  async density({ query: { from, to, buckets } }) {
    if (from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from)) return REVERSED_PERIOD
    const found = (await past?.density({ from: msOf(from), to: msOf(to), buckets })) ?? NO_TIME_TRAVEL
    if (isRejection(found)) return found
    const { extent } = found
    const ends = extent && {
      first: { position: String(extent.first), at: iso(extent.from) },
      last: { position: String(extent.last), at: iso(extent.to) },
    }
    return { from: iso(found.from), to: iso(found.to), counts: found.counts, ...ends }
  },
})
