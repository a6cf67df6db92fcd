/** Rules of an auditor's look-ups of people. */

/** Fields by which auditors can look people up. */
export const LOOK_UP_FIELDS = ['name', 'email'] as const
export type LookUpField = (typeof LOOK_UP_FIELDS)[number]

/** Maximum number of look-ups by one auditor per hour. */
export const LOOK_UPS_PER_HOUR_LIMIT = 20
/** Maximum number of people per result. If more are found, only their number is returned. */
export const FOUND_PEOPLE_LIMIT = 10
