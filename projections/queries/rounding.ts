/** Rounds figures for answers. Adding 0 turns -0 into 0. */

const to = (parts: number) => (figure: number) => Math.round(figure * parts) / parts + 0

export const roundToTenth = to(10)
export const roundToHundredth = to(100)
export const roundToThousandth = to(1_000)
