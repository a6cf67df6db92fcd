/** Rules of an auditor's look-ups of people. */

/** Field that a look-up compares. */
export const LOOK_UP_FIELDS = ['name', 'email'] as const
export type LookUpField = (typeof LOOK_UP_FIELDS)[number]

/** Maximum number of look-ups by one auditor per hour. */
export const LOOK_UPS_PER_HOUR_LIMIT = 20
/** Maximum number of people per result; of more, only the number is returned. */
export const FOUND_PEOPLE_LIMIT = 10
