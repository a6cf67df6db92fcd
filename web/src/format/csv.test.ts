/** Tables for spreadsheets hold what was put in, and nothing of it runs. */
import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('quotes what needs it, leaves unknown cells empty, and starts no formula', () => {
  expect(
    csvOf(
      ['date', 'site'],
      [
        ['2026-01-05', 'North, "old"'],
        ['=1+1', null],
      ],
    ),
  ).toBe('date,site\r\n2026-01-05,"North, ""old"""\r\n\'=1+1,\r\n')
  expect(csvOf(['change'], [[-3.5]])).toBe('change\r\n-3.5\r\n')
})
