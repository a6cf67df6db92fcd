/**
 * Tests the text about a lost connection: what still works for each role.
 * While the screen is live, there is no text.
 */
import { expect, it } from 'vitest'
import { ROLES } from '#domain/city.ts'
import { connectionTextOf } from './deferred.tsx'

it('says nothing while the screen is live, or about to be', () => {
  for (const phase of ['connecting', 'live', 'reconnecting', 'past'] as const)
    for (const role of ROLES) expect(connectionTextOf(phase, role)).toBeUndefined()
})

it('tells staff that actions are disabled only where they are', () => {
  expect(connectionTextOf('offline', 'dispatcher')?.text).toMatch(/Actions are disabled/)
  expect(connectionTextOf('polling', 'dispatcher')?.text).toMatch(/All actions work/)
})

it('tells residents that they can report all the same', () => {
  expect(connectionTextOf('offline', 'resident')?.text).toMatch(/still report/)
})

it('does not speak of reading where no screen is shown', () => {
  for (const role of ROLES) {
    expect(connectionTextOf('offline', role, true)?.text).toBe(
      'You can still read screens that you have opened before.',
    )
    expect(connectionTextOf('polling', role, true)).toEqual(connectionTextOf('polling', role))
  }
})
