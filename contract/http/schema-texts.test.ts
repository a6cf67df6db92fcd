/** Tests that English texts of schemas are recognised for translation. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { LOAD_LIMIT_MESSAGE, SCALES_LIMIT_MESSAGE } from '../fields.ts'
import { createTranslator, translateToEnglish } from '../languages/translate.ts'
import { toSchemaMessage } from './schema-texts.ts'
import './validation-messages.ts'

const schema = z.strictObject({
  vehicleId: z.string(),
  count: z.int().min(1_000),
  most: z.number().max(5),
  above: z.number().gt(2),
  below: z.number().lt(2),
  short: z.string().min(3),
  long: z.string().max(3),
  few: z.array(z.string()).min(2),
  some: z.array(z.string()).min(1),
  many: z.array(z.string()).max(1),
  whole: z.int(),
  flag: z.boolean(),
  list: z.array(z.string()),
  at: z.iso.datetime(),
  email: z.email(),
  choice: z.enum(['a']),
  text: z.string(),
  byName: z.record(z.enum(['a']), z.string()).optional(),
})

const parsed = schema.safeParse({
  ...{ count: 1, most: 6, above: 1, below: 3, short: 'a', long: 'abcd', few: ['a'], some: [], many: ['a', 'b'] },
  ...{ whole: 1.5, flag: 'x', list: 'x', at: 'x', email: 'x', choice: 'b', text: 1, byName: { b: 1 }, other: 1 },
})

it('recognises every default message, and says the same in English', () => {
  const texts = parsed.error?.issues.map(({ message }) => message) ?? []
  expect(texts.length).toBeGreaterThan(17)
  for (const text of texts) {
    const message = toSchemaMessage(text)
    expect(message.values, text).toBeDefined()
    expect(translateToEnglish(message)).toBe(text)
  }
})

it('translates the text, the name of its field and its number', () => {
  const french = createTranslator(
    'fr',
    new Map([
      ['{field} must be at most {amount}', '{field} : au plus {amount}'],
      ['Tank Capacity', 'Capacité du réservoir'],
    ]),
  )
  expect(french(toSchemaMessage('Tank Capacity must be at most 1,500'))).toBe(
    'Capacité du réservoir : au plus 1\u202f500',
  )
})

it('recognises weights', () => {
  expect(toSchemaMessage(LOAD_LIMIT_MESSAGE).values).toBeDefined()
  expect(translateToEnglish(toSchemaMessage(SCALES_LIMIT_MESSAGE))).toBe(SCALES_LIMIT_MESSAGE)
})

it.each(['has unknown fields: {a}', "It''s {", 'The request has unknown fields: {a'])(
  'takes %s for plain text',
  (text) => expect(translateToEnglish(toSchemaMessage(text))).toBe(text),
)
