/** Marks figures that include simulated activity. */

interface Markable {
  simulated?: boolean | undefined
}

/** Returns the mark for figures that are computed from these rows. */
export const simulatedMarkOfRows = (...rows: readonly (readonly Readonly<Markable>[])[]): { simulated?: true } =>
  rows.some((some) => some.some(({ simulated }) => simulated)) ? { simulated: true } : {}
