/** Texts mention automatic dispatch only while it is on. */
import { expect, it } from 'vitest'
import { acceptedText, burstAdvice } from './burst-words.ts'

it('speaks of automatic dispatch only where it is on', () => {
  expect([burstAdvice(true), acceptedText(true, 'North')].every((text) => text.startsWith('Automatic dispatch'))).toBe(
    true,
  )
  expect([burstAdvice(false), acceptedText(false, 'North')]).toEqual([
    'Look at them before you send a truck.',
    'New accounts of North passed',
  ])
})
