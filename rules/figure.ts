/** How numbers are written wherever people read them: in messages, sentences and on screens. */

/** As it is, with its thousands: '2,500', '0.125'. */
export const figure = (number: number | bigint) => number.toLocaleString('en')

/** '1 bin', '1,050 bins'. `noun`: the word for a single thing, which takes an s for more. */
export const counted = (count: number, noun: string) => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`
