/** Events of accounts. */
import { z } from 'zod'
import { LOCALES } from '#contract/languages/locales.ts'
import { ROLES } from '#domain/city.ts'
import { SECURITY_KINDS } from '../audit/kinds.ts'
import { at, sealed, userId, zone } from '../fields.ts'
import { AccountSettings } from './views.ts'

export const accountEvents = {
  // Stream account-{userId}
  AccountRegistered: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    /** JSON of the profile: name, email (empty after a registration by phone) and optional fields. */
    sealed,
    /** JSON of {facility}, sealed under the person's key. */
    sealedFacility: sealed.optional(),
    /** The facility in plain text, in older events. */
    facility: z.string().optional(),
    employeeId: z.string().optional(),
    registeredAt: at,
    /** Id of the admin who created the account, or `phone` for a caller; absent after a sign-up. */
    registeredBy: userId.optional(),
    /** Set if the creating admin received the password; its owner must then replace it first. */
    oneTimePassword: z.literal(true).optional(),
    /**
     * Set if the person signed up and has not confirmed the email yet.
     * Absent for accounts that an admin or the seed created.
     */
    unconfirmed: z.literal(true).optional(),
    /** Language of the sign-up; absent for English, and for accounts that an admin created. */
    language: z.enum(LOCALES).optional(),
  }),
  /** The email was confirmed by a mailed link or by an admin. */
  AccountConfirmed: z.object({ userId, confirmedAt: at, confirmedBy: userId.optional() }),
  /** An admin changed role, zone or facility, which ends the person's sessions. */
  AccountReassigned: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    /** JSON of {facility}, sealed under the person's key. */
    sealedFacility: sealed.optional(),
    /** The facility in plain text, in older events. */
    facility: z.string().optional(),
    changedBy: userId,
    changedAt: at,
  }),
  /** The owner changed name or phone. */
  AccountChanged: z.object({
    userId,
    /** JSON of the complete profile. */
    sealed,
    changedAt: at,
  }),
  SettingsSaved: z.object({ userId, settings: AccountSettings, savedAt: at }),
  RegistrationAbandoned: z.object({ userId }),
  PasswordChanged: z.object({ userId, changedAt: at }),
  /** An admin removed a person's lost second factor, which ends the person's sessions. */
  SecondFactorDropped: z.object({ userId, droppedBy: userId, droppedAt: at }),
  AccountErased: z.object({ userId, erasedAt: at, erasedBy: userId.optional() }),

  // Stream erasure-{personId}; all secrets of the person are deleted.
  ErasureFinished: z.object({ personId: z.string(), finishedAt: at }),

  // Stream signins-{userId}; only staff, and never with a plain address.
  StaffSignedIn: z.object({
    userId,
    role: z.enum(ROLES),
    /**
     * A keyed hash of the network address.
     * Absent in older events, which are accompanied by a SecurityNoted.
     */
    origin: z.string().optional(),
    signedInAt: at,
  }),

  // Stream security-{noteId}; sign-ins and refusals, shown to admins.
  SecurityNoted: z.object({
    noteId: z.string(),
    kind: z.enum(SECURITY_KINDS),
    /** Absent if the attempt names no existing account. */
    userId: userId.optional(),
    /** A keyed hash of the network address. */
    origin: z.string().optional(),
    notedAt: at,
  }),

  // Stream admins; its revision check prevents the dismissal of the last admin.
  AdminAppointed: z.object({ userId, appointedAt: at }),
  AdminDismissed: z.object({ userId, dismissedAt: at }),

  // Stream identity-{keyed hash of an email, employee id or phone number}
  IdentityReserved: z.object({ userId, reservedAt: at }),
  IdentityReleased: z.object({ userId }),
}
