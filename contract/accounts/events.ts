/** Events of accounts. */
import { z } from 'zod'
import { LOCALES } from '#contract/languages/locales.ts'
import { ROLES } from '#domain/city.ts'
import { SECURITY_KINDS } from '../audit/kinds.ts'
import { sealedSchema, timestampSchema, userIdSchema, zoneIdSchema } from '../fields.ts'
import { AccountSettings } from './views.ts'

export const accountEvents = {
  // Stream account-{userId}
  AccountRegistered: z.object({
    userId: userIdSchema,
    role: z.enum(ROLES),
    zone: zoneIdSchema.optional(),
    /** JSON of name, email (empty after registration by phone) and optional fields. */
    sealed: sealedSchema,
    /** JSON of {facility}, encrypted with the person's key. */
    sealedFacility: sealedSchema.optional(),
    /**
     * The facility in plain text.
     * Only older events have this field.
     */
    facility: z.string().optional(),
    employeeId: z.string().optional(),
    registeredAt: timestampSchema,
    /** Id of the creating admin, `phone` for a caller; absent after a sign-up. */
    registeredBy: userIdSchema.optional(),
    /**
     * Set if an admin created the account and knows its first password.
     * The owner must replace this password.
     */
    oneTimePassword: z.literal(true).optional(),
    /**
     * Set if the person signed up and has not confirmed the email.
     * Absent for accounts that an admin or the seed created.
     */
    unconfirmed: z.literal(true).optional(),
    /** Language of the sign-up; absent for English, and for accounts by an admin. */
    language: z.enum(LOCALES).optional(),
  }),
  /** A mailed link or an admin confirmed the email. */
  AccountConfirmed: z.object({
    userId: userIdSchema,
    confirmedAt: timestampSchema,
    confirmedBy: userIdSchema.optional(),
  }),
  /**
   * An admin changed a user's role, zone or facility.
   * The change ends the user's sessions.
   */
  AccountReassigned: z.object({
    userId: userIdSchema,
    role: z.enum(ROLES),
    zone: zoneIdSchema.optional(),
    /** JSON of {facility}, encrypted with the person's key. */
    sealedFacility: sealedSchema.optional(),
    /** Facility in plain text, which only older events contain. */
    facility: z.string().optional(),
    changedBy: userIdSchema,
    changedAt: timestampSchema,
  }),
  /** The account's owner changed the name or the phone number. */
  AccountChanged: z.object({
    userId: userIdSchema,
    /** JSON of the complete profile. */
    sealed: sealedSchema,
    changedAt: timestampSchema,
  }),
  SettingsSaved: z.object({ userId: userIdSchema, settings: AccountSettings, savedAt: timestampSchema }),
  RegistrationAbandoned: z.object({ userId: userIdSchema }),
  PasswordChanged: z.object({ userId: userIdSchema, changedAt: timestampSchema }),
  /** An admin removed a lost second factor, which ends the person's sessions. */
  SecondFactorDropped: z.object({ userId: userIdSchema, droppedBy: userIdSchema, droppedAt: timestampSchema }),
  AccountErased: z.object({ userId: userIdSchema, erasedAt: timestampSchema, erasedBy: userIdSchema.optional() }),

  // Stream erasure-{personId}; all secrets of the person are deleted.
  ErasureFinished: z.object({ personId: z.string(), finishedAt: timestampSchema }),

  // Stream signins-{userId}, for staff only.
  // The events never contain a plain network address.
  StaffSignedIn: z.object({
    userId: userIdSchema,
    role: z.enum(ROLES),
    /**
     * A keyed hash of the network address.
     * Absent in older sign-in events; an older sign-in's SecurityNoted event contains the hash.
     */
    origin: z.string().optional(),
    signedInAt: timestampSchema,
  }),

  // Stream security-{noteId}; sign-ins and refusals, shown to admins.
  SecurityNoted: z.object({
    noteId: z.string(),
    kind: z.enum(SECURITY_KINDS),
    /** User whose account the attempt names; absent if no such account exists. */
    userId: userIdSchema.optional(),
    /** A keyed hash of the network address. */
    origin: z.string().optional(),
    notedAt: timestampSchema,
  }),

  // Stream admins; its revision check protects the last admin.
  AdminAppointed: z.object({ userId: userIdSchema, appointedAt: timestampSchema }),
  AdminDismissed: z.object({ userId: userIdSchema, dismissedAt: timestampSchema }),

  // Stream identity-{keyed hash of an email, employee id or phone number}
  IdentityReserved: z.object({ userId: userIdSchema, reservedAt: timestampSchema }),
  IdentityReleased: z.object({ userId: userIdSchema }),
}
