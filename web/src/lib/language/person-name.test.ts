/** Tests the names that the app shows for people whose own name is not available. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { i18n } from './language.tsx'
import { getResidentNameOfReport, personNameOf } from './person-name.ts'
import { usePseudoMessages } from './pseudo.ts'

beforeEach(() => {
  usePseudoMessages(i18n)
  i18n.activate('en-XA')
})
afterEach(() => i18n.activate('en'))

it.each(['resident', 'dispatcher', 'recycler', 'admin', 'auditor', 'person'])('translates pseudonyms: %s', (role) => {
  const pseudonym = pseudonymOf('u1', role)
  const code = pseudonym.split(' ')[1] ?? ''
  expect(personNameOf(pseudonym)).not.toBe(pseudonym)
  expect(personNameOf(pseudonym)).toContain(code)
})

it('translates pseudonyms of drivers, and names of erased persons', () => {
  for (const name of [pseudonymOf('driver-T001'), 'Erased resident', 'Erased user'])
    expect(personNameOf(name)).not.toBe(name)
})

it.each(['Ama Boateng', 'Resident', 'Resident Evil', 'constructor 12345678', ''])('keeps other names: %s', (name) => {
  expect(personNameOf(name)).toBe(name)
  expect(getResidentNameOfReport({ resident_name: name })).toBe(name)
})

it('has no name for a report without one', () => {
  expect(getResidentNameOfReport({})).toBeUndefined()
})

it('leaves English as it is after the test language', () => {
  i18n.activate('en')
  expect(personNameOf('Erased user')).toBe('Erased user')
})
