/**
 * Checkpoint policy: signs the log each hour if it has new events.
 * Each day's first checkpoint is mailed to auditors.
 */
import type { Event } from '#contract/events.ts'
import { NOTIFICATION_MAX_AGE_MS } from '#contract/internal-commands.ts'
import {
  addRecentId,
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

const HOUR_MS = 3_600_000
const hourOf = (at: number) => new Date(at).toISOString().slice(0, 13)
const dayOf = (checkpointId: string) => checkpointId.slice(0, 10)

interface UnmailedCheckpoint {
  madeAt: string
  to: Set<string>
}

/**
 * Creates the policy.
 * `clock` decides for which hour a checkpoint is due.
 * The job is queued in advance, because the due hour may have no event.
 */
export function createCheckpointPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /**
   * `latest` is the id of the last signed checkpoint.
   * Empty before the first one.
   * `grown` is true if the log has events after this checkpoint.
   */
  const log = keep('log', { latest: '', grown: false })
  const signed = keep('signed', new Set<string>())
  const auditors = keep('auditors', new Set<string>())
  const unmailed = keep('unmailed', new Map<string, UnmailedCheckpoint>())
  const isOld = ({ madeAt }: Pick<UnmailedCheckpoint, 'madeAt'>) =>
    clock().getTime() - Date.parse(madeAt) > NOTIFICATION_MAX_AGE_MS

  function made(checkpointId: string, madeAt: string): void {
    if (dayOf(checkpointId) !== dayOf(log.latest) && !isOld({ madeAt }))
      unmailed.set(checkpointId, { madeAt, to: new Set(auditors) })
    log.latest = checkpointId
    addRecentId(signed, checkpointId)
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

  /**
   * Returns the jobs for the checkpoints of the current and the next hour.
   * Omits an hour whose checkpoint exists.
   * A log without checkpoints starts with the next hour.
   */
  function due(): OutstandingJob[] {
    if (!log.grown) return []
    const now = clock().getTime()
    return [...(log.latest === '' ? [] : [now]), now + HOUR_MS]
      .map(hourOf)
      .filter((checkpointId) => checkpointId !== log.latest && !signed.has(checkpointId))
      .map((checkpointId) =>
        createCommandJob(
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
          createCommandJob(`mail-checkpoint-${checkpointId}-${userId}`, {
            type: 'MailCheckpoint',
            checkpointId,
            userId,
          }),
        ),
      )
      return [...due(), ...mails]
    },
  }
}
