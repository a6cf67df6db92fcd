/** Rounds figures for answers. Adding 0 turns -0 into 0. */

const to = (parts: number) => (figure: number) => Math.round(figure * parts) / parts + 0

export const tenth = to(10)
export const hundredth = to(100)
export const thousandth = to(1_000)
