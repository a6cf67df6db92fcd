/**
 * Rounds figures for answers.
 * Adding 0 turns -0 into 0.
 */

const roundTo = (parts: number) => (figure: number) => Math.round(figure * parts) / parts + 0

export const roundToTenth = roundTo(10)
export const roundToHundredth = roundTo(100)
export const roundToThousandth = roundTo(1_000)
