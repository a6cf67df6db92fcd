/** Tests that a resident's report and its notification give the same reason. */
import { expect, it } from 'vitest'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { STOP_EXCEPTIONS } from '#domain/stop-outcomes.ts'
import { uncollectedReasonText } from './left-text.ts'

it.each(STOP_EXCEPTIONS)('says why a bin was left as the notification does: %s', (exception) => {
  const at = '2026-03-02T08:14:00.000Z'
  const { message } = renderInEnglish({ text: { kind: 'bin-left', values: { exception, at } } }, 'UTC')
  expect(uncollectedReasonText({ outcome: 'exception', exception, at }, '08:14')).toBe(message)
})
