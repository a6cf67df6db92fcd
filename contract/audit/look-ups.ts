/** Rules of an auditor's look-ups of people. */

/** Field that a look-up compares. */
export const LOOKED_UP_BY = ['name', 'email'] as const
export type LookedUpBy = (typeof LOOKED_UP_BY)[number]

/** Maximum number of look-ups by one auditor per hour. */
export const MOST_LOOK_UPS = 20
/** Maximum number of people per result; of more, only the number is returned. */
export const MOST_FOUND = 10
