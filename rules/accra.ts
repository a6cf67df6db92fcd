/** The time of day in the city. */

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Accra', hour: '2-digit', minute: '2-digit' })

/** Such as `14:05`; `at` in ISO 8601. */
export const timeInAccra = (at: string) => clock.format(new Date(at))
