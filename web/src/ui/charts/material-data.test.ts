/** A chart of materials has the exact shares of its composition and rounds last. */
import { expect, it } from 'vitest'
import { amount } from './chart-data.ts'
import { materialWeights } from './material-data.ts'
import { roundedShares } from './shares.ts'

it('shows the shares of a composition, however little it weighs', () => {
  const composition = { plastic: 37.36, paper: 30.02, organic: 32.62 }
  const data = materialWeights(composition, 2.7)
  const shares = roundedShares(
    data.map(({ value }) => value),
    2,
  )
  expect(data.map(({ key }, index) => [key, shares[index]]).filter(([, share]) => share)).toEqual(
    Object.entries(composition),
  )
})

it('writes a measure to the tenth', () => expect(amount(1.00872, { one: 't', many: 't', of: 'Weight' })).toBe('1 t'))
