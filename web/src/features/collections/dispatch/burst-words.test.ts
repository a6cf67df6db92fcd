/** Texts mention automatic dispatch only while it is on. */
import { expect, it } from 'vitest'
import { burstAdvice, letPassed } from './burst-words.ts'

it('speaks of automatic dispatch only where it is on', () => {
  expect([burstAdvice(true), letPassed(true, 'North')].every((text) => text.startsWith('Automatic dispatch'))).toBe(
    true,
  )
  expect([burstAdvice(false), letPassed(false, 'North')]).toEqual([
    'Look at them before you send a truck.',
    'New accounts of North passed',
  ])
})
