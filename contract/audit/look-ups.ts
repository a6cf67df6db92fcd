/** Rules of an auditor's look-ups of people. */

/** Field that a look-up compares. */
export const LOOKED_UP_BY = ['name', 'email'] as const
export type LookedUpBy = (typeof LOOKED_UP_BY)[number]

/** Look-ups of one auditor in one hour. */
export const MOST_LOOK_UPS = 20
/** Limit of people per answer; above it only their number is returned. */
export const MOST_FOUND = 10
