/** Marks figures that include simulated activity as simulated. */

interface Markable {
  simulated?: boolean | undefined
}

/** Returns the mark 'simulated' for these rows; empty if none is. */
export const simulatedMarkOfRows = (...rows: readonly (readonly Readonly<Markable>[])[]): { simulated?: true } =>
  rows.some((some) => some.some(({ simulated }) => simulated)) ? { simulated: true } : {}
