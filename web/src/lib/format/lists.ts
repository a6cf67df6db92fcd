/** Formats lists of names. */

const format = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Formats as 'Ablekuma North and Ayawaso West', 'A, B and C'. */
export const listed = (names: readonly string[]) => format.format(names)
