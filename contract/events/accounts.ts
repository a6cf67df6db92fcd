/** People: how they came, changed and went. */
import { z } from 'zod'
import { ROLES } from '../city.ts'
import { at, sealed, userId, zone } from '../fields.ts'
import { Settings } from '../settings.ts'

export const accounts = {
  // Stream account-{userId}
  AccountRegistered: z.object({
    userId,
    role: z.enum(ROLES),
    zone: zone.optional(),
    /** {name, email, phone?, employeeId?} */
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
  }),
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
  SettingsSaved: z.object({ userId, settings: Settings, savedAt: at }),
  RegistrationAbandoned: z.object({ userId }),
  PasswordChanged: z.object({ userId, changedAt: at }),
  AccountErased: z.object({ userId, erasedAt: at, erasedBy: userId.optional() }),

  // Stream erasure-{personId}; nothing of the person's secrets is left
  ErasureFinished: z.object({ personId: z.string(), finishedAt: at }),

  // Stream signins-{userId}; staff only, and never an address
  StaffSignedIn: z.object({ userId, role: z.enum(ROLES), signedInAt: at }),

  // Stream admins; so that the log itself keeps the last admin
  AdminAppointed: z.object({ userId, appointedAt: at }),
  AdminDismissed: z.object({ userId, dismissedAt: at }),

  // Stream identity-{keyed hash of an email or employee id}
  IdentityReserved: z.object({ userId, reservedAt: at }),
  IdentityReleased: z.object({ userId }),
}
