/** What auditing writes itself: the log's checkpoints, the keys that sign them, who opened whose name, and findings. */
import { z } from 'zod'
import { CHECKPOINT_FAULTS } from '../audit/checkpoint-faults.ts'
import { FINDING_STATUSES, FindingThresholds, finding } from '../audit/findings.ts'
import { LOOKED_UP_BY } from '../audit/look-ups.ts'
import { at, checkpointId, sealed, userId } from '../fields.ts'

export const audit = {
  // Stream checkpoint-{hour}
  /** What the log was until then, signed: this event itself is not yet in it. */
  CheckpointMade: z.object({
    checkpointId,
    /** Events. */
    size: z.int().min(1),
    /** SHA-256, in base64. */
    root: z.string().min(1),
    /** The signed note as it is given to everybody. */
    note: z.string().min(1),
    madeAt: at,
  }),
  CheckpointMailed: z.object({ checkpointId, userId, mailedAt: at }),
  // Stream repairs
  /** The log was put back to an earlier state: it goes on from its first events, and those that came after them are given up. */
  LogRestored: z.object({
    /** The events that it goes on from; this event is the next. */
    size: z.int().min(1),
    /** When the backup was taken; absent where no backup was put back, but a log accepted as it lay there. */
    backupTakenAt: at.optional(),
    /** The log that was given up, where it is known: its events, their root, and its newest hourly checkpoint. */
    givenUp: z
      .object({
        size: z.int().min(1),
        root: z.string().min(1),
        checkpoint: z.object({ checkpointId, size: z.int().min(1), root: z.string().min(1) }).optional(),
      })
      .optional(),
    restoredAt: at,
  }),
  /** An hourly checkpoint in the log does not fit the log, and is no longer to be relied on. */
  CheckpointWithdrawn: z.object({
    checkpointId,
    size: z.int().min(1),
    root: z.string().min(1),
    fault: z.enum(CHECKPOINT_FAULTS),
    withdrawnAt: at,
  }),
  // Stream access-{userId}
  /** An auditor, who reads of people without their names, wanted this one's. */
  PersonOpened: z.object({
    accessId: z.string().min(1),
    /** Whose name it is. */
    userId,
    /** {reason}, under the key of whose name it is. */
    sealed,
    openedBy: userId,
    openedAt: at,
  }),
  // Stream lookups-{userId}
  /** An auditor looked for people by a name or an email. Everybody who was found reads who did it, and why. */
  PeopleLookedUp: z.object({
    lookUpId: z.string().min(1),
    by: z.enum(LOOKED_UP_BY),
    /** Nobody where there is no such person, or too many. `sealed`: {reason}, under the key of who was found. */
    found: z.array(z.object({ userId, sealed })),
    /** So many have this name: too many to be named, none of them is in `found`. */
    unlisted: z.int().min(1).optional(),
    /** {reason}, under the key of `lookedUpBy`, where none is in `found`. */
    sealed: sealed.optional(),
    lookedUpBy: userId,
    lookedUpAt: at,
  }),
  // Stream finding-{findingId}
  /** A rule has found something in the log. */
  FindingRaised: z.object({ ...finding, raisedAt: at }),
  /** Somebody took it up, explained it, closed it, or took it up again. */
  FindingMoved: z.object({
    findingId: z.string(),
    status: z.enum(FINDING_STATUSES).exclude(['found']),
    /** {note}, under the key of `movedBy`. */
    sealed: sealed.optional(),
    movedBy: userId,
    movedAt: at,
  }),
  // Stream findingrules
  FindingThresholdsSet: z.object({ thresholds: FindingThresholds, setBy: userId, setAt: at }),
  // Stream checkpointkey
  /** From now on another key signs; for the first one there is no event. */
  CheckpointKeyChanged: z.object({
    /** 2 for the first change. */
    number: z.int().min(2),
    /** Verifier keys: the new one, and the one before. */
    key: z.string().min(1),
    previous: z.string().min(1),
    reason: z.string().min(1),
    changedBy: userId,
    changedAt: at,
  }),
}
