/** Whether figures count something that came of the simulated city. */

interface Markable {
  simulated?: boolean | undefined
}

/** The mark of figures that are made of these rows. */
export const someSimulated = (...rows: readonly (readonly Readonly<Markable>[])[]): { simulated?: true } =>
  rows.some((some) => some.some(({ simulated }) => simulated)) ? { simulated: true } : {}
