/** What follows from many new accounts at once: it depends on whether automatic dispatch is on. */

/** Returns what to do about the reports of new accounts. */
export const burstAdvice = (isAutomatic: boolean) =>
  isAutomatic ? 'Automatic dispatch waits here until you have looked at them.' : 'Look at them before you send a truck.'

/** Returns what came of letting them pass. */
export const letPassed = (isAutomatic: boolean, zone: string) =>
  isAutomatic ? `Automatic dispatch goes on in ${zone}` : `New accounts of ${zone} passed`
