/** Tests how the style report reads comments. */
import { expect, it } from 'vitest'
import { commentsOf, isUnclearComment } from './style-report.ts'

it('reads block, line and JSX comments without their marks', () => {
  const text = `/** Opens the log. */
const url = 'http://example.com' // not a comment line
// The first line.
// The second line.
const a = 1
/**
 * Returns a row.
 *
 * Throws on conflict.
 */
// biome-ignore lint/style/noX: a directive
{/* A panel. */}`
  expect(commentsOf(text)).toEqual([
    ['Opens the log.'],
    ['The first line.', 'The second line.'],
    ['Returns a row.', 'Throws on conflict.'],
    ['A panel.'],
  ])
})

it('finds dialect and sentences without a subject', () => {
  expect(isUnclearComment(['Returns the row of a report.'])).toBe(false)
  expect(isUnclearComment(['What is told to boards.'])).toBe(true)
  expect(isUnclearComment(['The file of before is read.'])).toBe(true)
  expect(isUnclearComment(['Retries on conflict. Of two writers, one wins.'])).toBe(true)
})
