/** How long push services have asked to be left alone (Retry-After, RFC 9110 10.2.3): until then nothing is sent to them. */

/** Whatever a service asks for: a push that is older is of no use to anybody. */
const MOST_MS = 60 * 60_000

export function createPatience(now: () => number) {
  const until = new Map<string, number>()
  return {
    isAskedBy: (service: string) => (until.get(service) ?? 0) > now(),
    /** `retryAfter`: seconds, or a date; nothing is made of anything else. */
    askedBy(service: string, retryAfter = ''): void {
      const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now()
      for (const [other, time] of until) if (time <= now()) until.delete(other)
      if (ms > 0) until.set(service, now() + Math.min(ms, MOST_MS))
    },
  }
}
