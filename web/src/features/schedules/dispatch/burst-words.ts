/** Texts about many simultaneous reports of new accounts; they depend on automatic dispatch. */

/** Returns the advice about reports of new accounts. */
export const burstAdvice = (isAutomatic: boolean) =>
  isAutomatic ? 'Automatic dispatch waits here until you have looked at them.' : 'Look at them before you send a truck.'

/** Returns the effect of accepting them. */
export const acceptedText = (isAutomatic: boolean, zone: string) =>
  isAutomatic ? `Automatic dispatch goes on in ${zone}` : `New accounts of ${zone} passed`
