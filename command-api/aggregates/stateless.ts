/** Aggregates without state, or only with a flag that something has already happened. */
import { defineAggregate, defineSingleStreamAggregate, keepState } from '../kernel/category.ts'

/** Sign-ins of a staff member, each recorded independently. */
export const signIns = defineAggregate<null, 'signins'>('signins', null, { StaffSignedIn: keepState })

/** An entry of the security log; each entry has its own stream. */
export const securityEntry = defineAggregate<null, 'security'>('security', null, { SecurityNoted: keepState })

/** Accesses of auditors to a person's name. Every access is recorded, whatever happened before. */
export const personAccess = defineAggregate<null, 'access'>('access', null, { PersonOpened: keepState })

/** Whether the erasure of a person is complete, so that it is not started again. */
export const erasure = defineAggregate<{ finished: boolean }, 'erasure'>(
  'erasure',
  { finished: false },
  { ErasureFinished: () => ({ finished: true }) },
)

/** Whether the installation had a mail server at its last start. */
export const mailServer = defineSingleStreamAggregate<{ isSet: boolean }, 'mail-server'>(
  'mail-server',
  { isSet: false },
  { MailServerSet: (_, { isSet }) => ({ isSet }) },
)
