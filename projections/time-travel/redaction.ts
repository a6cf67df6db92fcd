/**
 * Replaces encrypted values by pseudonyms for auditors.
 * Readers recognise the same person again without learning who it is.
 */

import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'

type Fields = Record<string, unknown>

/** Names of encrypted fields, at any depth. */
const SEALED = /^(sealed|facility$|employeeId$)/

/**
 * Returns the id of the person whose key encrypts the object's fields.
 * Undefined if there is none.
 */
function ownerIn({ personId, by, userId }: Fields): string | undefined {
  return [personId, by, userId].find((id) => typeof id === 'string')
}

/**
 * Returns the id of the truck in these fields.
 * The truck's key encrypts the name of its driver.
 */
const truckOf = ({ id, vehicle }: Fields) => String((vehicle as Fields | undefined)?.id ?? id)

/**
 * Returns the row with pseudonyms instead of names.
 * `nameOf` returns a person's pseudonym.
 */
export function redactRow(row: Row, nameOf: (personId: string) => string): Fields {
  const { position: _, ...fields } = row as Row & Fields
  const shown = (value: unknown, owner: string): unknown => {
    if (Array.isArray(value)) return value.map((part) => shown(part, owner))
    if (value === null || typeof value !== 'object') return value
    const own = ownerIn(value as Fields) ?? owner
    const named = ([field, part]: [string, unknown]) => {
      if (part === undefined) return [field, part]
      if (field === 'driver') return [field, nameOf(driverEncryptionKeyIdOf(truckOf(value as Fields)))]
      return [field, SEALED.test(field) ? nameOf(own) : shown(part, own)]
    }
    return Object.fromEntries(Object.entries(value).map(named))
  }
  return shown(fields, row.id) as Fields
}

/** Texts that replace encrypted free text. */
const PLACEHOLDERS = { note: 'Not shown in a replay.', reason: 'Not shown in a replay.' }

interface PersonLookup {
  roleOf(personId: string): string | undefined
  /**
   * Whether the person's key is deleted now.
   * It may still have existed at the past time that is read.
   */
  isErased(personId: string): boolean
}

/**
 * Creates a sealer for reads of a past state.
 * It returns pseudonyms instead of decrypted names.
 * It returns undefined for erased people, as in the present.
 */
export function createPseudonymSealer({ roleOf, isErased }: PersonLookup): Sealer {
  return {
    seal: () => Promise.reject(new Error('A past state cannot seal data.')),
    open: async <T extends object>(sealed: readonly { personId: string }[]) =>
      sealed.map(({ personId }) => {
        if (isErased(personId)) return undefined
        const name = pseudonymOf(personId, roleOf(personId))
        const shown: object = { ...PLACEHOLDERS, name, email: '', employeeId: undefined }
        return shown as T
      }),
    forget: () => undefined,
    reload: () => undefined,
  }
}
