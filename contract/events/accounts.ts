/** People: how they came, changed and went. */
import { z } from 'zod'
import { ROLES } from '#rules/city.ts'
import { SECURITY_KINDS } from '../audit/security.ts'
import { at, sealed, userId, zone } from '../fields.ts'
import { Settings } from '../people/settings.ts'

export const accounts = {
  // Stream account-{userId}
  AccountRegistered: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    /** The person’s profile: name, email, and what else they gave. */
    sealed,
    /** {facility}, under the person's key. */
    sealedFacility: sealed.optional(),
    /** Of older events, in clear. */
    facility: z.string().optional(),
    employeeId: z.string().optional(),
    registeredAt: at,
    /** The admin who created the account; absent when the person signed up. */
    registeredBy: userId.optional(),
    /** The password was handed on by that admin: its owner must choose another before anything else. */
    oneTimePassword: z.literal(true).optional(),
    /** Signed up, and has yet to show that the email is theirs; absent of everybody whom an admin or the seed created. */
    unconfirmed: z.literal(true).optional(),
  }),
  /** The email is theirs: by a link that was mailed to it, or because an admin says so. */
  AccountConfirmed: z.object({ userId, confirmedAt: at, confirmedBy: userId.optional() }),
  /** Another role, zone or facility; ends the person's sessions. */
  AccountReassigned: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    /** {facility}, under the person's key. */
    sealedFacility: sealed.optional(),
    /** Of older events, in clear. */
    facility: z.string().optional(),
    changedBy: userId,
    changedAt: at,
  }),
  /** Another name or phone, as their owner wrote them. */
  AccountChanged: z.object({
    userId,
    /** The person's whole profile. */
    sealed,
    changedAt: at,
  }),
  SettingsSaved: z.object({ userId, settings: Settings, savedAt: at }),
  RegistrationAbandoned: z.object({ userId }),
  PasswordChanged: z.object({ userId, changedAt: at }),
  /** By an admin, for somebody who lost it; ends the person's sessions. */
  SecondFactorDropped: z.object({ userId, droppedBy: userId, droppedAt: at }),
  AccountErased: z.object({ userId, erasedAt: at, erasedBy: userId.optional() }),

  // Stream erasure-{personId}; nothing of the person's secrets is left
  ErasureFinished: z.object({ personId: z.string(), finishedAt: at }),

  // Stream signins-{userId}; staff only, and never an address
  StaffSignedIn: z.object({ userId, role: z.enum(ROLES), signedInAt: at }),

  // Stream security-{noteId}; what admins read of sign-ins and refusals
  SecurityNoted: z.object({
    noteId: z.string(),
    kind: z.enum(SECURITY_KINDS),
    /** Absent where no account was meant that there is. */
    userId: userId.optional(),
    /** A keyed hash of the address. */
    origin: z.string().optional(),
    notedAt: at,
  }),

  // Stream admins; so that the log itself keeps the last admin
  AdminAppointed: z.object({ userId, appointedAt: at }),
  AdminDismissed: z.object({ userId, dismissedAt: at }),

  // Stream identity-{keyed hash of an email or employee id}
  IdentityReserved: z.object({ userId, reservedAt: at }),
  IdentityReleased: z.object({ userId }),
}
