/** How weights and shares are written: with their unit, as many digits as say something. */

/** '1,140 kg', '12.5 kg' */
export const kg = (amount: number) =>
  `${amount.toLocaleString('en', { maximumFractionDigits: amount < 100 ? 1 : 0 })} kg`

/** '1,140 kg', '13 kg' */
export const wholeKg = (amount: number) => kg(Math.round(amount))

/** Of kg: '1.2 t', below a tonne '840 kg'. */
export const tonnesOf = (amount: number) => (Math.abs(amount) < 1_000 ? wholeKg(amount) : tonnes(amount / 1_000))

/** '754.2 t', '1,000 t' */
export const tonnes = (amount: number) => `${amount.toLocaleString('en', { maximumFractionDigits: 1 })} t`

/** Always with one decimal: '754.0 t'. */
export const tonnesExactly = (amount: number) =>
  `${amount.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} t`

/** Of percent, to the hundredth: '34.29 %', '40 %'. */
export const percent = (amount: number) => `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} %`
