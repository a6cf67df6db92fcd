/** Checkpoint policy: the log is signed every hour in which something has happened, and auditors are mailed each day's first. */
import type { Event } from '#contract/events.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'
import { addRecent } from '../runner/recent.ts'

const HOUR_MS = 3_600_000
const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13)
const dayOf = (checkpointId: string) => checkpointId.slice(0, 10)

interface Unmailed {
  madeAt: string
  to: Set<string>
}

/** `clock` tells which hour is due. It is asked for ahead: at that hour the log may well be silent. */
export function createCheckpointPolicy(clock: () => Date, keep: Keep = unkept): Policy {
  /** `latest`: the id of the last one in the log, empty before the first. `grown`: something has happened that is under none. */
  const log = keep('log', { latest: '', grown: false })
  const signed = keep('signed', new Set<string>())
  const auditors = keep('auditors', new Set<string>())
  const unmailed = keep('unmailed', new Map<string, Unmailed>())
  const isOld = ({ madeAt }: Pick<Unmailed, 'madeAt'>) => clock().getTime() - Date.parse(madeAt) > NEWS_MS

  function made(checkpointId: string, madeAt: string): void {
    if (dayOf(checkpointId) !== dayOf(log.latest) && !isOld({ madeAt }))
      unmailed.set(checkpointId, { madeAt, to: new Set(auditors) })
    log.latest = checkpointId
    addRecent(signed, checkpointId)
    log.grown = false
  }

  function employed(userId: string, role: string): void {
    if (role === 'auditor') auditors.add(userId)
    else gone(userId)
  }

  function gone(userId: string): void {
    auditors.delete(userId)
    for (const { to } of unmailed.values()) to.delete(userId)
  }

  /** The present hour where its turn was missed, and the next. A log without any begins with the next. */
  function due(): Outstanding[] {
    if (!log.grown) return []
    const now = clock().getTime()
    return [...(log.latest === '' ? [] : [now]), now + HOUR_MS]
      .map(hourOf)
      .filter((checkpointId) => checkpointId !== log.latest && !signed.has(checkpointId))
      .map((checkpointId) =>
        commandJob(
          `checkpoint-${checkpointId}`,
          { type: 'SignCheckpoint', checkpointId },
          `${checkpointId}:00:00.000Z`,
        ),
      )
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'CheckpointMade':
          return made(data.checkpointId, data.madeAt)
        case 'CheckpointMailed':
          unmailed.get(data.checkpointId)?.to.delete(data.userId)
          return
        case 'AccountRegistered':
        case 'AccountReassigned':
          employed(data.userId, data.role)
          break
        case 'AccountErased':
          gone(data.userId)
          break
      }
      log.grown = true
    },
    outstanding() {
      for (const [id, mail] of unmailed) if (isOld(mail) || mail.to.size === 0) unmailed.delete(id)
      const mails = [...unmailed].flatMap(([checkpointId, { to }]) =>
        [...to].map((userId) =>
          commandJob(`mail-checkpoint-${checkpointId}-${userId}`, { type: 'MailCheckpoint', checkpointId, userId }),
        ),
      )
      return [...due(), ...mails]
    },
  }
}
