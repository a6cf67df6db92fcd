/** Formats weights and shares with units and useful digits. */
import { amount, inNumbers, tenths, wholes, withUnit } from './numbers.ts'

const toBillionths = inNumbers({ maximumFractionDigits: 9 })
const toHundredths = inNumbers({ maximumFractionDigits: 2 })

/** Formats as '1,140 kg', '12.5 kg'. */
export const kg = (weight: number) => withUnit(weight < 100 ? amount(weight) : wholes(weight), 'kg')

/** Formats as '1,140 kg', '13 kg'. */
export const wholeKg = (weight: number) => kg(Math.round(weight))

/** Formats kg as '1.2 t', below a tonne as '840 kg'. */
export const tonnesOf = (weight: number) => (Math.abs(weight) < 1_000 ? wholeKg(weight) : tonnes(weight / 1_000))

/** Formats tonnes as '754.2 t', '1,000 t'. */
export const tonnes = (weight: number) => withUnit(amount(weight), 't')

/** Formats tonnes with one decimal: '754.0 t'. */
export const tonnesExactly = (weight: number) => withUnit(tenths(weight), 't')

/** Formats percent to the hundredth: '34.29 %', '40 %'. */
export const percent = (share: number) => withUnit(toHundredths(share), '%')

/** Formats percent as typed, for exact comparisons: '100.008 %'. */
export const exactPercent = (share: number) => withUnit(toBillionths(share), '%')

/** Formats percent with one decimal: '8.0 %'. */
export const tenthPercent = (share: number) => withUnit(tenths(share), '%')
