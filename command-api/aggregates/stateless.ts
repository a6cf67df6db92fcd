/** Streams of which no decision reads a state, apart from things that happen only once. */
import { category, keepState, singleStream } from '../kernel/category.ts'

/** Sign-ins of a staff member; each is recorded independently. */
export const signIns = category<null, 'signins'>('signins', null, { StaffSignedIn: keepState })

/** An entry of the security log; each has its own stream. */
export const securityNote = category<null, 'security'>('security', null, { SecurityNoted: keepState })

/** Accesses of auditors to a person's name; each is recorded independently. */
export const personAccess = category<null, 'access'>('access', null, { PersonOpened: keepState })

/** Whether the erasure of a person is complete, so that it is not requested again. */
export const erasure = category<{ finished: boolean }, 'erasure'>(
  'erasure',
  { finished: false },
  { ErasureFinished: () => ({ finished: true }) },
)

/** Whether the installation has a mail server, as of the last start. */
export const mailServer = singleStream<{ isSet: boolean }, 'mail-server'>(
  'mail-server',
  { isSet: false },
  { MailServerSet: (_, { isSet }) => ({ isSet }) },
)
