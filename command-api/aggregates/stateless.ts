/** Streams without a state that decisions need, except whether something has happened. */
import { category, keepState, singleStream } from '../kernel/category.ts'

/** Sign-ins of a staff member, each recorded independently. */
export const signIns = category<null, 'signins'>('signins', null, { StaffSignedIn: keepState })

/** An entry of the security log; each entry has its own stream. */
export const securityNote = category<null, 'security'>('security', null, { SecurityNoted: keepState })

/** Times that auditors opened a person's name, each recorded independently. */
export const personAccess = category<null, 'access'>('access', null, { PersonOpened: keepState })

/** Whether the erasure of a person is complete, so that it is not started again. */
export const erasure = category<{ finished: boolean }, 'erasure'>(
  'erasure',
  { finished: false },
  { ErasureFinished: () => ({ finished: true }) },
)

/** Whether the installation had a mail server at its last start. */
export const mailServer = singleStream<{ isSet: boolean }, 'mail-server'>(
  'mail-server',
  { isSet: false },
  { MailServerSet: (_, { isSet }) => ({ isSet }) },
)
