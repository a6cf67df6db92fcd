/** Tests that the tool finds texts outside Lingui's macros, and event type names. */
import { expect, it } from 'vitest'
import { eventSchemas } from '#contract/events.ts'
import { eventTypeExtractor, findLiterals } from './messages.ts'

const lines = (jsx: string) => findLiterals('a.tsx', `export const A = () => ${jsx}`)

it('finds a text between tags, and one in an attribute that is read aloud', () => {
  expect(lines('<p>Bin is full</p>')).toEqual(['a.tsx:1 Bin is full'])
  expect(lines('<button aria-label="Close the report" />')).toEqual(['a.tsx:1 Close the report'])
})

it('accepts macros, names, figures and attributes for machines', () => {
  expect(lines('<Trans>Bin is <b>full</b></Trans>')).toEqual([])
  expect(lines('<p title={t`Bin is full`}>{count} km</p>')).toEqual([])
  expect(lines('<p className="bin full" data-state="bin full">WasteSense 2 · 4</p>')).toEqual([])
})

it('extracts the name of every event type', async () => {
  const messages: (string | undefined)[] = []
  expect(eventTypeExtractor.match('/anywhere/contract/streams.ts')).toBe(true)
  await eventTypeExtractor.extract('streams.ts', '', ({ message }) => messages.push(message), {} as never)
  expect(messages).toContain('Bin reported full')
  expect(messages).toHaveLength(Object.keys(eventSchemas).length)
})
