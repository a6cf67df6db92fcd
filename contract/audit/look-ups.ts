/** How auditors look people up, and how often they may. */

/** What a person can be looked up by. */
export const LOOKED_UP_BY = ['name', 'email'] as const
export type LookedUpBy = (typeof LOOKED_UP_BY)[number]

/** Look-ups of one auditor in one hour. */
export const MOST_LOOK_UPS = 20
/** People of one answer: more of a name are not told apart. */
export const MOST_FOUND = 10
