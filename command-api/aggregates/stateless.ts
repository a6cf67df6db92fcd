/** Aggregates without state, or only with a flag that something has already happened. */
import { defineAggregate, defineSingleStreamAggregate, keepStateUnchanged } from '../kernel/category.ts'

/** Sign-ins of a staff member, each recorded independently. */
export const signInsAggregate = defineAggregate<null, 'signins'>('signins', null, { StaffSignedIn: keepStateUnchanged })

/** An entry of the security log; each entry has its own stream. */
export const securityEntryAggregate = defineAggregate<null, 'security'>('security', null, {
  SecurityNoted: keepStateUnchanged,
})

/** Accesses of auditors to a person's name. Every access is recorded, whatever happened before. */
export const personAccessAggregate = defineAggregate<null, 'access'>('access', null, {
  PersonOpened: keepStateUnchanged,
})

/** Whether the erasure of a person is complete, so that it is not started again. */
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
