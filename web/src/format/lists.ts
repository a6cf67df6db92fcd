/** How lists of names are written. */

const format = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** 'Ablekuma North and Ayawaso West', 'A, B and C' */
export const listed = (names: readonly string[]) => format.format(names)
