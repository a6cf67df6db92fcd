/** How numbers are written wherever people read them: in messages, sentences and on screens. */

/** As it is, with its thousands: '2,500', '0.125'. */
export const figure = (number: number | bigint) => number.toLocaleString('en')

/** Writes numbers in one way. Made when it is first needed, and once: making one takes longer than a hundred writings. */
export function inNumbers(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    format ??= new Intl.NumberFormat('en', options)
    return format.format(value)
  }
}

/** Always with so many digits behind the point. */
export const exactly = (digits: number) => inNumbers({ minimumFractionDigits: digits, maximumFractionDigits: digits })

/** With one decimal, also where that is 0: '12.0', '1,250.4'. */
export const tenths = exactly(1)

/** '12.5 km', '2,500 kg': a number, or what was written of one, with its unit; no line ends between them. */
export const withUnit = (number: number | string, unit: string) =>
  `${typeof number === 'number' ? figure(number) : number}\u00a0${unit}`

/** '1 bin', '1,050 bins'. `noun`: the word for a single thing, which takes an s for more. */
export const counted = (count: number, noun: string) => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`
