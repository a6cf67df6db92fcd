/** Sentences of accounts and sign-ins. */

import type { SecurityKind } from '../audit/security.ts'
import { ifDefined, type Sentences } from '../event-names.ts'
import type { accounts as events } from './events.ts'

const NOTED: Record<SecurityKind, (who: string) => string> = {
  'signed-in': (who) => `${who} signed in`,
  refused: (who) => `A sign-in as ${who} was refused`,
  locked: (who) => `Sign-ins as ${who} were locked after too many attempts`,
  'signed-out': (who) => `${who} signed out`,
  'sessions-ended': (who) => `The sessions of ${who} were ended`,
  'password-changed': (who) => `${who} changed their password`,
  'password-reset': (who) => `${who} reset their password with a mailed link`,
  'second-factor-on': (who) => `${who} switched the second factor on`,
  'second-factor-off': (who) => `${who} switched the second factor off`,
  'second-factor-dropped': (who) => `An admin removed the second factor of ${who}`,
  'recovery-code-used': (who) => `${who} signed in with a recovery code`,
  'forged-internal-call': () => 'A forged internal call was refused',
}

export const accounts: Sentences<keyof typeof events> = {
  AccountRegistered: ({ userId, role, zone, registeredBy, unconfirmed }, { person }) =>
    `${ifDefined(registeredBy, (by) => `${person(by)} created the account of `)}${person(userId)}${registeredBy ? '' : ' signed up'} as ${role}${ifDefined(zone, (name) => ` in ${name}`)}${unconfirmed ? ', not confirmed yet' : ''}`,
  AccountConfirmed: ({ userId, confirmedBy }, { person }) =>
    confirmedBy === undefined
      ? `${person(userId)} confirmed their email`
      : `${person(confirmedBy)} confirmed ${person(userId)}`,
  AccountReassigned: ({ userId, role, zone, changedBy }, { person }) =>
    `${person(changedBy)} assigned ${person(userId)}: now ${role}${ifDefined(zone, (name) => ` in ${name}`)}`,
  AccountChanged: ({ userId }, { person }) => `${person(userId)} changed their name or phone`,
  SettingsSaved: ({ userId }, { person }) => `${person(userId)} saved their settings`,
  RegistrationAbandoned: ({ userId }, { person }) => `The sign-up of ${person(userId)} was abandoned`,
  PasswordChanged: ({ userId }, { person }) => `The password of ${person(userId)} was changed`,
  SecondFactorDropped: ({ userId, droppedBy }, { person }) =>
    `${person(droppedBy)} removed the second factor of ${person(userId)}`,
  AccountErased: ({ userId, erasedBy }, { person }) =>
    erasedBy === undefined || erasedBy === userId
      ? `${person(userId)} deleted their account`
      : `${person(erasedBy)} deleted the account of ${person(userId)}`,
  ErasureFinished: ({ personId }, { person }) =>
    personId.startsWith('driver-')
      ? `The personal data of the driver of ${personId.slice('driver-'.length)} was erased`
      : `The personal data of ${person(personId)} was erased`,
  StaffSignedIn: ({ userId }, { person }) => `${person(userId)} signed in`,
  SecurityNoted: ({ kind, userId }, { person }) => NOTED[kind](userId ? person(userId) : 'someone without an account'),
  AdminAppointed: ({ userId }, { person }) => `${person(userId)} became an admin`,
  AdminDismissed: ({ userId }, { person }) => `${person(userId)} is no longer an admin`,
  IdentityReserved: ({ userId }, { person }) => `A sign-in name was reserved for ${person(userId)}`,
  IdentityReleased: ({ userId }, { person }) => `A sign-in name of ${person(userId)} was released`,
}
