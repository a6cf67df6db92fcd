/**
 * Accounts: one row per person, with encrypted personal data.
 * The row of an erased person remains, marked as erased.
 * A second view logs the look-ups of people by staff.
 */

import { type AccountSettings, omitSmsSetting } from '#contract/accounts/views.ts'
import type { LookUpField } from '#contract/audit/kinds.ts'
import type { Locale } from '#contract/languages/locales.ts'
import type { PhoneOwnershipProof } from '#contract/phone/numbers.ts'
import type { Role, Zone } from '#domain/city.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { SealedPerson } from '#platform/persons.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AccountRow extends Row, Omit<SealedPerson, 'userId'> {
  role: Role
  /**
   * How the person proved to own the phone number.
   * Absent if the person has no number.
   */
  phoneProof?: PhoneOwnershipProof
  zone?: Zone
  createdAt: string
  erased: boolean
  /** Absent until the person first saves settings. */
  settings?: AccountSettings
  /**
   * Time of the last sign-in.
   * Set for staff only.
   */
  lastSignInAt?: string
  /** True until the person confirms the email address. */
  unconfirmed?: true
  /**
   * Language of the sign-up.
   * Absent for English.
   */
  language?: Locale
  simulated?: true
}

export const accountsView = defineView<AccountRow>({
  name: 'accounts',
  on: {
    AccountRegistered: {
      id: (data) => data.userId,
      row: (_, { data, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id: data.userId,
        role: data.role,
        zone: data.zone,
        sealed: data.sealed,
        sealedFacility: data.sealedFacility,
        facility: data.facility,
        employeeId: data.employeeId,
        createdAt: data.registeredAt,
        erased: false,
        unconfirmed: data.unconfirmed,
        language: data.language,
      }),
    },
    AccountConfirmed: {
      id: (data) => data.userId,
      row: (row) => row && { ...row, unconfirmed: undefined },
    },
    AccountReassigned: {
      id: (data) => data.userId,
      row: (row, { data: { role, zone, sealedFacility, facility } }) =>
        row && { ...row, role, zone, sealedFacility, facility },
    },
    AccountChanged: {
      id: (data) => data.userId,
      row: (row, { data: { sealed } }) => row && { ...row, sealed },
    },
    PhoneLinked: {
      id: (data) => data.userId,
      row: (row, { data: { sealed: sealedPhone, proof: phoneProof } }) => row && { ...row, sealedPhone, phoneProof },
    },
    PhoneUnlinked: {
      id: (data) => data.userId,
      row: (row) =>
        row && {
          ...row,
          sealedPhone: undefined,
          phoneProof: undefined,
          settings: row.settings && omitSmsSetting(row.settings),
        },
    },
    SettingsSaved: {
      id: (data) => data.userId,
      row: (row, { data: { settings } }) => row && { ...row, settings },
    },
    StaffSignedIn: {
      id: (data) => data.userId,
      row: (row, { data }) => row && { ...row, lastSignInAt: data.signedInAt },
    },
    AccountErased: {
      id: (data) => data.userId,
      row: (row) => row && { ...row, facility: undefined, employeeId: undefined, erased: true },
    },
  },
})

/**
 * Records of staff who viewed a person's name.
 * There is one row per access and person, with the encrypted reason.
 */
export interface PersonalDataAccessRow extends Row {
  /**
   * Person whose name an auditor looked up.
   * This person's key encrypts the auditor's reason.
   */
  userId: string
  /** Encrypted JSON of `{ reason }`. */
  sealed: string
  openedBy: string
  at: string
  /**
   * Field by which the auditor searched for people.
   * Absent if the auditor requested this person's name directly.
   */
  lookedUpBy?: LookUpField
}

const SEPARATOR = ' '

export const personalDataAccessesView = defineView<PersonalDataAccessRow>({
  name: 'accesses',
  on: {
    PersonOpened: {
      id: ({ accessId }) => accessId,
      row: (_, { data: { accessId: id, userId, sealed, openedBy, openedAt: at } }) => ({
        id,
        userId,
        sealed,
        openedBy,
        at,
      }),
    },
    PeopleLookedUp: {
      id: ({ lookUpId, found }) => found.map(({ userId }) => lookUpId + SEPARATOR + userId),
      row(_, { data: { lookUpId, found, by, lookedUpBy, lookedUpAt: at } }, id) {
        const person = found.find(({ userId }) => lookUpId + SEPARATOR + userId === id)
        return person && { id, ...person, openedBy: lookedUpBy, at, lookedUpBy: by }
      },
    },
  },
})
