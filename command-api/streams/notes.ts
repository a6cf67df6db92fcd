/** Streams whose events stand for themselves: nothing is decided on what they hold, or only that it was done before. */
import { category, single, unchanged } from '../kernel/category.ts'

/** Sign-ins of a member of staff. Every one is recorded, so that there is nothing to remember of the earlier ones. */
export const signIns = category<null, 'signins'>('signins', null, { StaffSignedIn: unchanged })

/** A note of the security log; each is a stream of its own. */
export const securityNote = category<null, 'security'>('security', null, { SecurityNoted: unchanged })

/** Who opened a person's name: each time is recorded, and none stands in the way of another. */
export const access = category<null, 'access'>('access', null, { PersonOpened: unchanged })

/** Whether a person's erasure is done, so that nobody asks for it again. */
export const erasure = category<{ finished: boolean }, 'erasure'>(
  'erasure',
  { finished: false },
  { ErasureFinished: () => ({ finished: true }) },
)

/** Whether the installation has a mail server, as the last start said. */
export const mailServer = single<{ isSet: boolean }, 'mail-server'>(
  'mail-server',
  { isSet: false },
  { MailServerSet: (_, { isSet }) => ({ isSet }) },
)
