/** Marks figures that include data of the simulated city. */

interface Markable {
  simulated?: boolean | undefined
}

/** Returns the mark of figures built from these rows. */
export const simulatedMarkOfRows = (...rows: readonly (readonly Readonly<Markable>[])[]): { simulated?: true } =>
  rows.some((some) => some.some(({ simulated }) => simulated)) ? { simulated: true } : {}
