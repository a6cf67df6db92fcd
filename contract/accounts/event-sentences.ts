/** Sentences that describe the events of accounts and sign-ins. */

import { type Message, msg } from '#contract/languages/message.ts'
import type { SecurityKind } from '../audit/kinds.ts'
import { appendDetails, type EventSentences, type NameFormatter, ROLE_NAMES } from '../event-names.ts'
import type { EventData } from '../events.ts'
import { REGISTERED_BY_PHONE } from '../phone/numbers.ts'
import type { accountEvents as events } from './events.ts'

const SECURITY_SENTENCES: Record<SecurityKind, (who: string | Message) => Message> = {
  'signed-in': (who) => msg`${{ who }} signed in`,
  refused: (who) => msg`A sign-in as ${{ who }} was refused`,
  locked: (who) => msg`Sign-ins as ${{ who }} were locked after too many attempts`,
  'signed-out': (who) => msg`${{ who }} signed out`,
  'sessions-ended': (who) => msg`The sessions of ${{ who }} were ended`,
  'password-changed': (who) => msg`${{ who }} changed their password`,
  'password-reset': (who) => msg`${{ who }} reset their password with a link from an email`,
  'second-factor-on': (who) => msg`${{ who }} switched two-step sign-in on`,
  'second-factor-off': (who) => msg`${{ who }} switched two-step sign-in off`,
  'second-factor-dropped': (who) => msg`An admin removed the two-step sign-in of ${{ who }}`,
  'recovery-code-used': (who) => msg`${{ who }} signed in with a recovery code`,
  'forged-internal-call': () => msg`A forged internal request was refused`,
}

function registration(data: EventData<'AccountRegistered'>, { person }: NameFormatter): Message {
  const { zone, registeredBy } = data
  const [who, role] = [person(data.userId), ROLE_NAMES[data.role]]
  if (registeredBy === undefined)
    return zone === undefined
      ? msg`${{ who }} signed up as ${{ role }}`
      : msg`${{ who }} signed up as ${{ role }} in ${{ zone }}`
  if (registeredBy === REGISTERED_BY_PHONE)
    return zone === undefined ? msg`${{ who }} registered by phone` : msg`${{ who }} registered by phone in ${{ zone }}`
  const by = person(registeredBy)
  return zone === undefined
    ? msg`${{ by }} created the account of ${{ who }} as ${{ role }}`
    : msg`${{ by }} created the account of ${{ who }} as ${{ role }} in ${{ zone }}`
}

export const accountEventSentences: EventSentences<keyof typeof events> = {
  AccountRegistered: (data, names) =>
    appendDetails(registration(data, names), [data.unconfirmed && msg`not confirmed yet`]),
  AccountConfirmed: ({ userId, confirmedBy }, { person }) =>
    confirmedBy === undefined
      ? msg`${{ who: person(userId) }} confirmed their email`
      : msg`${{ by: person(confirmedBy) }} confirmed ${{ who: person(userId) }}`,
  AccountReassigned: ({ userId, role, zone, changedBy }, { person }) =>
    zone === undefined
      ? msg`${{ by: person(changedBy) }} changed the access of ${{ who: person(userId) }}: now ${{ role: ROLE_NAMES[role] }}`
      : msg`${{ by: person(changedBy) }} changed the access of ${{ who: person(userId) }}: now ${{ role: ROLE_NAMES[role] }} in ${{ zone }}`,
  AccountChanged: ({ userId }, { person }) => msg`${{ who: person(userId) }} changed their name or phone`,
  SettingsSaved: ({ userId }, { person }) => msg`${{ who: person(userId) }} saved their settings`,
  RegistrationAbandoned: ({ userId }, { person }) => msg`The sign-up of ${{ who: person(userId) }} was not completed`,
  PasswordChanged: ({ userId }, { person }) => msg`The password of ${{ who: person(userId) }} was changed`,
  SecondFactorDropped: ({ userId, droppedBy }, { person }) =>
    msg`${{ by: person(droppedBy) }} removed the two-step sign-in of ${{ who: person(userId) }}`,
  AccountErased: ({ userId, erasedBy }, { person }) =>
    erasedBy === undefined || erasedBy === userId
      ? msg`${{ who: person(userId) }} deleted their account`
      : msg`${{ by: person(erasedBy) }} deleted the account of ${{ who: person(userId) }}`,
  ErasureFinished: ({ personId }, { person }) =>
    personId.startsWith('driver-')
      ? msg`The personal data of the driver of ${{ vehicleId: personId.slice('driver-'.length) }} was erased`
      : msg`The personal data of ${{ who: person(personId) }} was erased`,
  StaffSignedIn: ({ userId }, { person }) => msg`${{ who: person(userId) }} signed in`,
  SecurityNoted: ({ kind, userId }, { person }) =>
    SECURITY_SENTENCES[kind](userId ? person(userId) : msg`someone without an account`),
  AdminAppointed: ({ userId }, { person }) => msg`${{ who: person(userId) }} became an admin`,
  AdminDismissed: ({ userId }, { person }) => msg`${{ who: person(userId) }} is no longer an admin`,
  IdentityReserved: ({ userId }, { person }) => msg`A sign-in name was reserved for ${{ who: person(userId) }}`,
  IdentityReleased: ({ userId }, { person }) => msg`A sign-in name of ${{ who: person(userId) }} was freed`,
}
