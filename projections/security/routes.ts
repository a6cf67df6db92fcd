/** What is read of security: the log of it for admins, and everybody's own sessions. */
import type { Handlers } from '#platform/http/api.ts'
import type { People } from '../admin/people.ts'
import type { Reading } from '../reading/reading.ts'
import type { SecurityRow } from './security-view.ts'

export function securityReads({ reads, runner, vault, clock }: Reading, people: People): Handlers {
  return {
    async security({ principal: { userId, sessionId } }) {
      const [sessions, factor] = await Promise.all([
        vault.sessions(userId, clock().getTime()),
        vault.secondFactor(userId),
      ])
      return {
        sessions: sessions.map(({ id, device, since, seenAt }) => ({
          id,
          device,
          since: new Date(since).toISOString(),
          seen: new Date(seenAt).toISOString(),
          present: id === sessionId,
        })),
        secondFactor: { active: factor?.active === true, recoveryCodes: factor?.recoveryCodes ?? 0 },
      }
    },

    async securityLog({ query: { kind, page, size } }) {
      const table = runner.table('security')
      const filter = kind ? { kind } : {}
      const skip = (page - 1) * size
      const rows = await reads.find<SecurityRow>(table, { filter, sort: { at: -1, id: 1 }, skip, limit: size })
      const shown = await people.byId(rows.flatMap(({ userId }) => userId ?? []))
      const entries = rows.map(({ id, kind, at, userId, origin }) => {
        const person = userId === undefined ? undefined : shown.get(userId)
        return { id, kind, at, userId, user_name: person?.name, origin }
      })
      return { entries, total: await reads.count(table, filter) }
    },
  }
}
