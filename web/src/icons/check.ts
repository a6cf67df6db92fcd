import { createIcon } from './icon.ts'

export const IconCheck = createIcon('M5 12l5 5l10 -10')
