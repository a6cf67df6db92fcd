/** Streams whose past events matter to no decision, except whether something has already happened. */
import { defineAggregate, defineSingleStreamAggregate, keepState } from '../kernel/category.ts'

/** Sign-ins of a staff member, each recorded independently. */
export const signIns = defineAggregate<null, 'signins'>('signins', null, { StaffSignedIn: keepState })

/** An entry of the security log; each entry has its own stream. */
export const securityEntry = defineAggregate<null, 'security'>('security', null, { SecurityNoted: keepState })

/** Times that auditors opened a person's name, each recorded independently. */
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
