/** Aggregates that have no state, or only a flag that something has happened. */
import { defineAggregate, defineSingleStreamAggregate, keepStateUnchanged } from '../kernel/category.ts'

/**
 * Sign-ins of a staff member.
 * They are recorded without checking earlier ones.
 */
export const signInsAggregate = defineAggregate<null, 'signins'>('signins', null, { StaffSignedIn: keepStateUnchanged })

/** An entry of the security log, in its own stream. */
export const securityEntryAggregate = defineAggregate<null, 'security'>('security', null, {
  SecurityNoted: keepStateUnchanged,
})

/**
 * Aggregate for the events by which auditors open a person's name.
 * It has no state, so that every access is recorded.
 */
export const personAccessAggregate = defineAggregate<null, 'access'>('access', null, {
  PersonOpened: keepStateUnchanged,
})

/** Whether a person's erasure is complete, and must not start again. */
export const erasureAggregate = defineAggregate<{ finished: boolean }, 'erasure'>(
  'erasure',
  { finished: false },
  { ErasureFinished: () => ({ finished: true }) },
)

/** Whether the installation had a mail server at its last start. */
export const mailServerAggregate = defineSingleStreamAggregate<{ isSet: boolean }, 'mail-server'>(
  'mail-server',
  { isSet: false },
  { MailServerSet: (_, { isSet }) => ({ isSet }) },
)
