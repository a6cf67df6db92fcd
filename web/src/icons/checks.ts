import { createIcon } from './icon.ts'

export const IconChecks = createIcon('M7 12l5 5l10 -10M2 12l5 5m5 -5l5 -5')
