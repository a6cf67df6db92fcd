/**
 * Tests the error text of a failed form.
 * It is the server's text, or the failed action and its cause.
 */
import { expect, it } from 'vitest'
import { commandFailureReasonOf, failureReasonOf } from '#web/lib/api/api.ts'
import { toFailureTexts } from './accounts-frame.tsx'

const text = 'You could not be signed in'

it('says the server’s words alone, where there are any', () => {
  const failure = { status: 401, message: 'Invalid email or password' }
  expect(toFailureTexts({ text, failure })).toEqual({ title: 'Invalid email or password' })
})

it('says the server’s words below a text that stays', () => {
  const failure = { status: 409, message: 'This email has an account.' }
  expect(toFailureTexts({ text, failure, keepsText: true })).toEqual({
    title: text,
    reason: 'This email has an account.',
  })
})

it.each([
  [{ status: 0 }, 'The server could not be reached. Check your connection and try again.'],
  [{ status: 0, isTimeout: true }, 'The server did not answer in time. Try again in a moment.'],
  [{ status: 502 }, 'The server had a problem. Try again in a moment.'],
  [{ status: 200 }, 'The response could not be read. Try again in a moment.'],
])('of %j says what failed, then why', (failure, reason) => {
  expect(toFailureTexts({ text, failure: { message: '', ...failure } })).toEqual({ title: text, reason })
})

it('names the same cause for every command', () => {
  for (const failure of [{ status: 0 }, { status: 0, isTimeout: true }, { status: 503 }, { status: 200 }]) {
    const cause = failureReasonOf(failure).split('. ')[0] as string
    expect(commandFailureReasonOf(failure)).toBe(
      `${cause}. Your change may still have been saved. You can safely try again.`,
    )
  }
})
