/**
 * Tracks the Retry-After of push services (RFC 9110 10.2.3).
 * Nothing is sent to them until then.
 */

/**
 * Longest accepted pause in ms.
 * Older pushes are useless.
 */
const MOST_MS = 60 * 60_000

export function createPatience(now: () => number) {
  const until = new Map<string, number>()
  return {
    isAskedBy: (service: string) => (until.get(service) ?? 0) > now(),
    /**
     * Records `retryAfter`: seconds or a date.
     * Other values are ignored.
     */
    askedBy(service: string, retryAfter = ''): void {
      const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now()
      for (const [other, time] of until) if (time <= now()) until.delete(other)
      if (ms > 0) until.set(service, now() + Math.min(ms, MOST_MS))
    },
  }
}
