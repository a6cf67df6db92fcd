/** Events of auditing: checkpoints, signing keys, opened pseudonyms and findings. */
import { z } from 'zod'
import { checkpointIdSchema, sealedSchema, timestampSchema, userIdSchema } from '../fields.ts'
import { FINDING_STATUSES, FindingThresholds, findingFields } from './findings.ts'
import { CHECKPOINT_FAULTS, LOOK_UP_FIELDS } from './kinds.ts'

export const auditEvents = {
  // Stream checkpoint-{hour}
  /** The log was signed: a checkpoint of all events before this event. */
  CheckpointMade: z.object({
    checkpointId: checkpointIdSchema,
    /** Number of events in the log. */
    size: z.int().min(1),
    /** Root hash over all events: SHA-256, in base64. */
    root: z.string().min(1),
    /** Signed text of the checkpoint, as published. */
    note: z.string().min(1),
    madeAt: timestampSchema,
  }),
  CheckpointMailed: z.object({ checkpointId: checkpointIdSchema, userId: userIdSchema, mailedAt: timestampSchema }),
  // Events of the stream `repairs`
  /**
   * The log was restored to an earlier state.
   * Later events were discarded, and the log continues after the remaining events.
   */
  LogRestored: z.object({
    /**
     * Number of events that remain in the log after the restore.
     * The event LogRestored follows directly after them.
     */
    size: z.int().min(1),
    /**
     * Time at which the restored backup was taken.
     * Absent if an admin accepted a log without a backup.
     */
    backupTakenAt: timestampSchema.optional(),
    /**
     * Size, root hash and newest hourly checkpoint of the discarded log, if known.
     * A discarded log may have dropped more events by an earlier restore.
     * Then they are of the longest such log.
     */
    givenUp: z
      .object({
        size: z.int().min(1),
        /**
         * Number of first events that are equal in the remaining and every discarded log.
         * Absent if each discarded log contains all remaining events.
         */
        common: z.int().min(0).optional(),
        root: z.string().min(1),
        checkpoint: z
          .object({ checkpointId: checkpointIdSchema, size: z.int().min(1), root: z.string().min(1) })
          .optional(),
      })
      .optional(),
    /**
     * Number of first events that are equal in the remaining and every discarded log.
     * Set instead of `givenUp` if the longest discarded log is unknown.
     */
    common: z.int().min(0).optional(),
    restoredAt: timestampSchema,
  }),
  /** An hourly checkpoint does not fit the log and is invalid. */
  CheckpointWithdrawn: z.object({
    checkpointId: checkpointIdSchema,
    size: z.int().min(1),
    root: z.string().min(1),
    fault: z.enum(CHECKPOINT_FAULTS),
    withdrawnAt: timestampSchema,
  }),
  // Stream access-{userId}
  /**
   * An auditor viewed this person's name.
   * Auditors normally see only pseudonyms.
   */
  PersonOpened: z.object({
    accessId: z.string().min(1),
    /** Id of the person whose name was revealed. */
    userId: userIdSchema,
    /** JSON of {reason}, encrypted with the key of the person whose name was shown. */
    sealed: sealedSchema,
    openedBy: userIdSchema,
    openedAt: timestampSchema,
  }),
  // Stream lookups-{userId}
  /**
   * An auditor looked for people by name or email.
   * Everybody found can read who did so, and why.
   */
  PeopleLookedUp: z.object({
    lookUpId: z.string().min(1),
    by: z.enum(LOOK_UP_FIELDS),
    /**
     * The people found; empty if none or too many match.
     * `sealed` is the JSON of {reason}, encrypted with the key of the person found.
     */
    found: z.array(z.object({ userId: userIdSchema, sealed: sealedSchema })),
    /** Number of people found, if they are too many to list in `found`. */
    unlisted: z.int().min(1).optional(),
    /**
     * JSON of {reason}, encrypted with the key of the auditor `lookedUpBy`.
     * Present only if `found` is empty.
     */
    sealed: sealedSchema.optional(),
    lookedUpBy: userIdSchema,
    lookedUpAt: timestampSchema,
  }),
  // Stream finding-{findingId}
  /** A rule found something suspicious in the log. */
  FindingRaised: z.object({ ...findingFields, raisedAt: timestampSchema }),
  /** A person opened, explained, closed or reopened the finding. */
  FindingMoved: z.object({
    findingId: z.string(),
    status: z.enum(FINDING_STATUSES).exclude(['found']),
    /** JSON of {note}, encrypted with the key of the person `movedBy`. */
    sealed: sealedSchema.optional(),
    movedBy: userIdSchema,
    movedAt: timestampSchema,
  }),
  // The stream `findingrules` has the following event.
  FindingThresholdsSet: z.object({ thresholds: FindingThresholds, setBy: userIdSchema, setAt: timestampSchema }),
  // Stream checkpointkey
  /**
   * The signing key of checkpoints was changed.
   * The first key has no event.
   */
  CheckpointKeyChanged: z.object({
    /**
     * Number of the new key.
     * The first key has number 1.
     */
    number: z.int().min(2),
    /** Public key that verifies new checkpoints; `previous` verifies older ones. */
    key: z.string().min(1),
    previous: z.string().min(1),
    reason: z.string().min(1),
    changedBy: userIdSchema,
    changedAt: timestampSchema,
  }),
}
