/** Answers queries about security: the admins' security log, and the reader's own sessions. */
import type { ReadHandlers } from '#platform/http/api.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import type { PersonDirectory } from '../queries/people.ts'
import type { SecurityRow } from './security-view.ts'

/** Returns the reader's own sessions from the vault. */
export function createSecurityReadHandlers({ vault }: Pick<ReadDependencies, 'vault'>): ReadHandlers {
  return {
    async security({ principal: { userId, sessionId } }, { now }) {
      const [sessions, factor] = await Promise.all([vault.sessions(userId, now.getTime()), vault.secondFactor(userId)])
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
  }
}

export function createSecurityLogReadHandlers(people: PersonDirectory): ReadHandlers {
  return {
    async securityLog({ query: { kind, page, size } }, { rows }) {
      const filter = kind ? { kind } : {}
      const skip = (page - 1) * size
      const noted = await rows.find<SecurityRow>('security', { filter, sort: { at: -1, id: 1 }, skip, limit: size })
      const shown = await people.byId(
        rows,
        noted.flatMap(({ userId }) => userId ?? []),
      )
      const entries = noted.map(({ id, kind, at, userId, origin }) => {
        const person = userId === undefined ? undefined : shown.get(userId)
        return { id, kind, at, userId, user_name: person?.name, origin }
      })
      return { entries, total: await rows.count('security', filter) }
    },
  }
}
